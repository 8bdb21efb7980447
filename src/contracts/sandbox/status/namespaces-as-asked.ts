// SPDX-License-Identifier: Apache-2.0
import type { NamespaceOption } from '#cri/proto/generated/messages.js';
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { wholeNamespace } from '../../occasions/objects/id-mappings.js';
import { canonical } from '../../judging/unchanged.js';

export const sandboxStatusNamespacesAsAsked: Contract = {
  id: 'sandbox.status.namespaces-as-asked',
  level: 'must',
  since: '0.1.0',
  title: 'The status of a sandbox shows the requested PID, IPC and user namespaces',
  reference: {
    source: 'CRI v1, PodSandboxStatus.linux.namespaces.options',
    says: 'these are the namespaces of the sandbox, as they were asked for',
  },
  consequence: 'A pod looks isolated that shares the processes or the users of its node.',
  covers: ['A5'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => sandboxStatusViews(life).map((view) => ({ life, view }))),
      'no sandbox status was read',
      ({ life, view: { call, status } }) => {
        const asked = life.config.linux?.security_context?.namespace_options ?? {};
        const shown = status.linux?.namespaces?.options ?? {};
        const wrong = fields.filter((field) => !isShown(field, asked, shown));
        return holds([life.run, call], wrong.length === 0, {
          expected: textOf(wrong, asked),
          actual: textOf(wrong, shown),
        });
      },
    ),
};

const fields = [
  'pid',
  'ipc',
  'target_id',
  'userns_options',
] as const satisfies readonly (keyof NamespaceOption)[];

function isShown(field: (typeof fields)[number], asked: NamespaceOption, shown: NamespaceOption): boolean {
  // Runtimes from before user namespaces say nothing of them.
  if (field === 'userns_options' && shown.userns_options === undefined) return true;
  return valueOf(asked, field) === valueOf(shown, field);
}

/** What is left out has the value that the enumeration begins with. */
function valueOf(options: NamespaceOption, field: (typeof fields)[number]): string {
  if (field === 'pid' || field === 'ipc') return canonical(options[field] ?? 'POD');
  const { userns_options: users } = options;
  return canonical(field === 'userns_options' && users ? wholeNamespace(users) : options[field]);
}

function textOf(wrong: readonly (typeof fields)[number][], options: NamespaceOption): string {
  return wrong.map((field) => `${field} ${valueOf(options, field)}`).join(', ');
}
