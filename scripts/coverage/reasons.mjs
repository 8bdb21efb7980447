// SPDX-License-Identifier: Apache-2.0
// Why a field that the reference runtime fills is not judged when it is dropped or altered. A reason that explains
// nothing any more fails `npm run coverage -- --write`, so that the table only shrinks.

/** `field`: an RPC and a path, with * for any text. `mode`: dropped or altered; absent: both. */
export const reasons = [
  {
    field: 'ListMetricDescriptors descriptors[].help',
    mode: 'altered',
    why: 'it is prose, and each runtime has its own',
  },
  {
    field: 'RuntimeConfig linux.cgroup_driver',
    why: 'node.cgroup.driver-true compares it with the cgroups of containers, which the reference runtime does not make',
  },
  {
    field: 'ListPodSandboxMetrics pod_metrics[]',
    mode: 'altered',
    why: 'the last pod of the list may be nobody of ours, or may have just been made',
  },
  {
    field: 'ListPodSandboxMetrics pod_metrics[].*timestamp',
    mode: 'dropped',
    why: 'CRI v1 says that a value without a time was measured when it was asked for',
  },
  {
    field: 'ListPodSandboxMetrics pod_metrics[].*metrics[]',
    mode: 'dropped',
    why: 'a runtime may be configured to give some metrics only, or none',
  },
  {
    field: 'ImageFsInfo container_filesystems[]',
    why: 'only CRI-O must have them: others need not have file systems of their own for containers',
  },
  {
    field: '* url',
    mode: 'altered',
    why: 'the token in a URL is the own matter of a runtime: only its use would show that it is another one',
  },
  {
    field: 'ListContainers containers[].image.user_specified_image',
    mode: 'dropped',
    why: 'a list need not repeat what the user wrote, and CRI-O does not',
  },
  {
    field: 'Status status.conditions[]',
    mode: 'altered',
    why: 'the last one is a condition of the own kind of a runtime, which it may stop to have',
  },
  {
    field: 'Status status.conditions[].reason',
    mode: 'altered',
    why: 'the word is free, and kubelets only repeat it',
  },
  {
    field: 'Status status.conditions[].message',
    mode: 'altered',
    why: 'the text is free, and for people',
  },
];

export const patternOf = ({ field }) => new RegExp(`^${field.split('*').map(escaped).join('.*')}$`);

function escaped(text) {
  return text.replaceAll(/[.[\]]/g, String.raw`\$&`);
}

/** Every field and mode that nothing judges, with why; and the reasons that explain none of them. */
export function explain(rows, table = reasons) {
  const used = new Set();
  const unjudged = rows.flatMap(({ rpc, fields }) =>
    fields.flatMap(({ path, ...finders }) =>
      ['dropped', 'altered']
        .filter((mode) => finders[mode].length === 0)
        .map((mode) => {
          const reason = table.find(
            (each) => (each.mode ?? mode) === mode && patternOf(each).test(`${rpc} ${path}`),
          );
          if (reason !== undefined) used.add(reason);
          return { rpc, path, mode, why: reason?.why };
        }),
    ),
  );
  return { unjudged, unneeded: table.filter((reason) => !used.has(reason)) };
}
