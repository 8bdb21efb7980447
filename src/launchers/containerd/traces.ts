// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import type { Trace } from '#run-ledger/trace.js';
import { containerdPaths } from './config.js';

/** Where containerd and libcni keep things whatever their configuration says; the deeper one first. */
const shared = ['/run/containerd/s', '/run/containerd', '/var/lib/cni/results', '/var/lib/cni'];
/** containerd's cgroup for sandboxes that name no parent. */
const defaultCgroup = '/k8s.io';
const forwarding = '/proc/sys/net/ipv4/ip_forward';

/** All that a private containerd in this directory will leave on the machine, known before it starts. */
export function tracesOfContainerd(directory: string, bridge: string): Trace[] {
  const { state, socket, log } = containerdPaths(directory);
  const absent = shared.filter((path) => !existsSync(path));
  return [
    { kind: 'directory', path: directory },
    { kind: 'shim-sockets', state, forgotten: { socket, log } },
    { kind: 'bridge', name: bridge },
    { kind: 'shared-cgroup', path: defaultCgroup },
    { kind: 'files', folder: '/var/lib/cni/results', mentioning: `${directory}/` },
    // The bridge plugin turns it on for a bridge that is a gateway.
    ...(readFileSync(forwarding, 'utf8').trim() === '0'
      ? [{ kind: 'setting' as const, path: forwarding, value: '0' }]
      : []),
    ...absent.map((path) => ({ kind: 'empty-directory' as const, path })),
  ];
}
