// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cgroupHierarchies } from './cgroups.js';
import { idsIn } from './forgotten-sockets.js';
import { removed, type UndoReport } from './undo-report.js';

/** Directories of the containers that a containerd with this state directory still knows. */
function bundles(state: string): string[] {
  const tasks = join(state, 'io.containerd.runtime.v2.task');
  return list(tasks).flatMap((namespace) =>
    list(join(tasks, namespace)).map((id) => join(tasks, namespace, id)),
  );
}

/** Shims listen below /run/containerd/s wherever the state is; their bundles say where. */
export function removeShimSockets(state: string): UndoReport[] {
  return bundles(state)
    .map((bundle) => text(join(bundle, 'bootstrap.json')) + text(join(bundle, 'address')))
    .flatMap((address) => /\/run\/containerd\/s\/[0-9a-f]+/.exec(address)?.[0] ?? [])
    .map((socket) => {
      rmSync(socket, { force: true });
      return removed(`socket ${socket}`);
    });
}

/** Cgroups of the containers that are still known; none in systemd's notation: those go by themselves. */
export function cgroupsOfContainers(state: string, log?: string): string[] {
  const named = bundles(state)
    .map((bundle) => /"cgroupsPath":"(\/[^"\\]+)"/.exec(text(join(bundle, 'config.json')))?.[1])
    .filter((path) => path !== undefined);
  // A container whose bundle is gone already may still have the cgroup it gets without a parent.
  const cri = join(state, 'io.containerd.grpc.v1.cri');
  const ids = ['sandboxes', 'containers'].flatMap((kind) => list(join(cri, kind)));
  return [...new Set([...named, ...[...ids, ...forgottenIn(log)].map((id) => `/k8s.io/${id}`)])];
}

/** A daemon that was killed while a container was made may have forgotten it; its log has not, nor has the kernel. */
function forgottenIn(log: string | undefined): string[] {
  const made = new Set(cgroupHierarchies().flatMap((root) => list(join(root, 'k8s.io'))));
  return log === undefined ? [] : [...idsIn(log)].filter((id) => made.has(id));
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
