// SPDX-License-Identifier: Apache-2.0
import { isAbsolute, join, resolve } from 'node:path';
import { socketPath } from '#cri/client/endpoint.js';

/** The absolute path of the endpoint's socket. */
export function absoluteSocket(endpoint: string, cwd: string): string {
  return resolve(cwd, socketPath(endpoint));
}

/** Where runtimes usually listen. */
export const knownSockets: readonly string[] = [
  '/run/containerd/containerd.sock',
  '/run/crio/crio.sock',
  '/run/cri-dockerd.sock',
  '/run/k3s/containerd/containerd.sock',
  '/run/k0s/containerd.sock',
  '/var/snap/microk8s/common/run/containerd.sock',
];

/** A host path: below `CRIPROBE_ROOT` if the host is mounted there, as in a pod. */
export function hostPath(path: string, env: Readonly<Record<string, string | undefined>>): string {
  const root = env.CRIPROBE_ROOT;
  return root === undefined || root === '' || !isAbsolute(path) ? path : join(root, path);
}

/** The service that most likely owns a socket, for commands to paste. */
export function serviceOf(path: string): string {
  if (path.includes('crio')) return 'crio';
  if (path.includes('cri-dockerd')) return 'cri-docker';
  if (path.includes('k3s')) return 'k3s';
  if (path.includes('k0s')) return 'k0scontroller';
  return path.includes('microk8s') ? 'snap.microk8s.daemon-containerd' : 'containerd';
}
