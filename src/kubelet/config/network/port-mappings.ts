// SPDX-License-Identifier: Apache-2.0
import type { PortMapping } from '#cri/proto/generated/messages.js';
import type { ContainerPort, Pod } from '#pod/pod.js';
import { sparse } from '../sparse.js';

/**
 * container/helpers.go, MakePortMappings: every port of the regular containers, also those without a host
 * port.
 */
export function portMappings(pod: Pod): readonly PortMapping[] {
  return pod.spec.containers.flatMap(({ ports }) => {
    const byName = new Map((ports ?? []).toReversed().map((port) => [nameOf(port), port]));
    const firsts = (ports ?? []).filter((port) => byName.get(nameOf(port)) === port);
    return firsts.map((port) =>
      sparse({
        protocol: port.protocol === undefined || port.protocol === 'TCP' ? undefined : port.protocol,
        container_port: port.containerPort,
        host_port: port.hostPort,
        host_ip: port.hostIP,
      }),
    );
  });
}

function nameOf({ name, protocol = 'TCP', hostIP = '', containerPort, hostPort = 0 }: ContainerPort): string {
  if (name !== undefined && name !== '') return name;
  const family = hostIP === '' ? 'any' : hostIP.includes(':') ? 'v6' : 'v4';
  return `${family}-${protocol}-${hostIP}:${containerPort}:${hostPort}`;
}
