// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { portMappings } from '#kubelet/config/network/port-mappings.js';
import type { ContainerPort, Pod, PodSpec } from '#pod/pod.js';

const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p', namespace: 'd' },
  spec: { containers: [{ name: 'a', image: 'x' }], ...spec },
});

describe('the port mappings', () => {
  it.each<readonly [string, readonly ContainerPort[], readonly object[]]>([
    ['without a host port too', [{ containerPort: 80 }], [{ container_port: 80 }]],
    [
      'with all there is to say',
      [{ containerPort: 53, hostPort: 5353, protocol: 'UDP', hostIP: '127.0.0.1' }],
      [{ container_port: 53, host_port: 5353, protocol: 'UDP', host_ip: '127.0.0.1' }],
    ],
    [
      'a name once',
      [
        { name: 'n', containerPort: 1 },
        { name: 'n', containerPort: 2 },
      ],
      [{ container_port: 1 }],
    ],
    ['the same port once', [{ containerPort: 1 }, { containerPort: 1 }], [{ container_port: 1 }]],
    [
      'the same port for each family',
      [
        { containerPort: 1, hostIP: '::1' },
        { containerPort: 1, hostIP: '127.0.0.1' },
      ],
      [
        { container_port: 1, host_ip: '::1' },
        { container_port: 1, host_ip: '127.0.0.1' },
      ],
    ],
  ])('%s', (_, ports, expected) => {
    expect(portMappings(podOf({ containers: [{ name: 'a', image: 'x', ports }] }))).toEqual(expected);
  });

  it('are those of regular containers only', () => {
    const ports = [{ containerPort: 9000, hostPort: 9000 }];
    const sidecar = { name: 's', image: 'x', restartPolicy: 'Always', ports } as const;
    expect(portMappings(podOf({ initContainers: [sidecar] }))).toEqual([]);
  });
});
