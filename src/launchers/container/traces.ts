// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { Trace } from '#run-ledger/trace.js';

const forwarding = '/proc/sys/net/ipv4/ip_forward';

export interface InContainer {
  readonly directory: string;
  readonly bridge: string;
  /** Of the engine. */
  readonly socket: string;
  readonly name: string;
}

/** All that a runtime in a container will leave on the machine, known before it starts; its own files go with the container. */
export function tracesOfContainer({ directory, bridge, socket, name }: InContainer): Trace[] {
  return [
    { kind: 'directory', path: directory },
    { kind: 'container', socket, name, directory },
    { kind: 'bridge', name: bridge },
    { kind: 'shared-cgroup', path: '/k8s.io' },
    { kind: 'shared-cgroup', path: '/crio' },
    ...(readFileSync(forwarding, 'utf8').trim() === '0'
      ? [{ kind: 'setting' as const, path: forwarding, value: '0' }]
      : []),
  ];
}
