// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import type { Trace } from '#run-ledger/trace.js';
import { tracesOfNetwork } from '../pod-network.js';
import { containerdPaths } from './config.js';

/** Where containerd and libcni keep things whatever their configuration says; the deeper one first. */
const shared = ['/run/containerd/s', '/run/containerd', '/var/lib/cni/results', '/var/lib/cni'];
/** containerd's cgroup for sandboxes that name no parent. */
const defaultCgroup = '/k8s.io';

/** All that a private containerd in this directory will leave on the machine, known before it starts. */
export function tracesOfContainerd(directory: string, bridge: string): Trace[] {
  const { state, socket, log } = containerdPaths(directory);
  const absent = shared.filter((path) => !existsSync(path));
  return [
    { kind: 'directory', path: directory },
    { kind: 'shim-sockets', state, forgotten: { socket, log } },
    ...tracesOfNetwork(bridge),
    { kind: 'shared-cgroup', path: defaultCgroup },
    { kind: 'files', folder: '/var/lib/cni/results', mentioning: `${directory}/` },
    ...absent.map((path) => ({ kind: 'empty-directory' as const, path })),
  ];
}
