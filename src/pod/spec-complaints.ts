// SPDX-License-Identifier: Apache-2.0
import { eachContainer } from './each-container.js';
import type { ManifestProblem, Path } from './manifest-place.js';
import type { Pod, PodSpec } from './pod.js';

/** Contradictions in the pod as a whole. */
export function specComplaints(pod: Pod): readonly ManifestProblem[] {
  return [
    ...rules(pod).flatMap(([wrong, field, message]) => (wrong ? [{ path: ['spec', field], message }] : [])),
    ...doubles(
      eachContainer(pod).map(({ container, path }) => ({ name: container.name, path: [...path, 'name'] })),
      'container',
    ),
    ...doubles(
      (pod.spec.volumes ?? []).map(({ name }, at) => ({ name, path: ['spec', 'volumes', at, 'name'] })),
      'volume',
    ),
    ...sysctlComplaints(pod),
    ...hostPortComplaints(pod),
  ];
}

type Rule = readonly [wrong: boolean, field: keyof PodSpec, message: string];

function rules({ spec }: Pod): readonly Rule[] {
  return [
    [
      (spec.ephemeralContainers ?? []).length > 0,
      'ephemeralContainers',
      'cannot be set at creation: they are added to a running pod',
    ],
    ...(spec.shareProcessNamespace === true ? [ruledOut(spec, 'hostPID', 'with shareProcessNamespace')] : []),
    ...(spec.hostUsers === false
      ? (['hostNetwork', 'hostPID', 'hostIPC'] as const).map((field) =>
          ruledOut(spec, field, 'with hostUsers false'),
        )
      : []),
    ...(spec.hostnameOverride === undefined
      ? []
      : (['hostNetwork', 'setHostnameAsFQDN'] as const).map((field) =>
          ruledOut(spec, field, 'with hostnameOverride'),
        )),
    [
      spec.dnsPolicy === 'None' && (spec.dnsConfig?.nameservers ?? []).length === 0,
      'dnsConfig',
      'must name a nameserver when dnsPolicy is None',
    ],
  ];
}

function ruledOut(spec: PodSpec, field: keyof PodSpec, beside: string): Rule {
  return [spec[field] === true, field, `cannot be true ${beside}`];
}

function doubles(
  names: readonly { readonly name: string; readonly path: Path }[],
  what: string,
): readonly ManifestProblem[] {
  const seen = new Set<string>();
  return names.flatMap(({ name, path }) => {
    if (seen.has(name)) return [{ path, message: `another ${what} is called ${name}` }];
    seen.add(name);
    return [];
  });
}

function sysctlComplaints({ spec }: Pod): readonly ManifestProblem[] {
  const path = ['spec', 'securityContext', 'sysctls'];
  const seen = new Set<string>();
  return (spec.securityContext?.sysctls ?? []).flatMap(({ name }, at) => {
    const key = name.replaceAll('/', '.');
    const where = [...path, at, 'name'];
    if (seen.has(key)) return [{ path: where, message: `${name} is a duplicate` }];
    seen.add(key);
    if (key.startsWith('net.') && spec.hostNetwork === true) {
      return [{ path: where, message: `${name} cannot be set with hostNetwork` }];
    }
    const isIpc = /^(kernel\.(shm|msg|sem)|fs\.mqueue\.)/.test(key);
    if (isIpc && spec.hostIPC === true)
      return [{ path: where, message: `${name} cannot be set with hostIPC` }];
    return [];
  });
}

/** Only one container can have a host port; with hostNetwork, host port and container port are the same. */
function hostPortComplaints({ spec }: Pod): readonly ManifestProblem[] {
  const seen = new Set<string>();
  return spec.containers.flatMap(({ ports = [] }, at) =>
    ports.flatMap((port, index) => {
      const { containerPort, hostIP = '', protocol = 'TCP' } = port;
      const hostPort = port.hostPort ?? (spec.hostNetwork === true ? containerPort : 0);
      const path = ['spec', 'containers', at, 'ports', index, 'hostPort'];
      if (spec.hostNetwork === true && hostPort !== containerPort) {
        return [{ path, message: 'must be the containerPort when hostNetwork is true' }];
      }
      if (hostPort === 0) return [];
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (seen.has(key)) return [{ path, message: `the port ${hostPort} of the node is taken already` }];
      seen.add(key);
      return [];
    }),
  );
}
