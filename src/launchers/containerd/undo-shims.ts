// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attemptOr } from '#base/attempt-or.js';
import { textOfFile } from '#files/text-of-file.js';
import { cgroupHierarchies } from '#host/cgroups.js';
import { removeCgroup } from '#run-ledger/undo/cgroups.js';
import { joinReports, removed, type UndoReport } from '#run-ledger/undo/undo-report.js';
import { idsInLog } from '../private/ids-in-log.js';

/** Sockets of containerd's shims outside its state directory; the bundles below it name them. */
export interface ShimSocketsStep {
  readonly kind: 'shim-sockets';
  readonly state: string;
  /**
   * For shims that containerd has forgotten: their sockets are named after its own socket and ids in its log.
   */
  readonly forgotten?: { readonly socket: string; readonly log: string } | undefined;
}

/** Removes the sockets of the shims and the cgroups of their containers. */
export async function undoShims({ state, forgotten }: ShimSocketsStep): Promise<UndoReport> {
  const sockets = [...removeShimSockets(state), ...(forgotten ? removeForgottenSockets(forgotten) : [])];
  const cgroups = cgroupsOfContainers(state, forgotten?.log).map((path) => removeCgroup(path));
  return joinReports([...sockets, ...(await Promise.all(cgroups))]);
}

/** Bundles of the containers that a containerd with this state directory still knows. */
function bundles(state: string): string[] {
  const tasks = join(state, 'io.containerd.runtime.v2.task');
  return namesIn(tasks).flatMap((namespace) =>
    namesIn(join(tasks, namespace)).map((id) => join(tasks, namespace, id)),
  );
}

/** Shims listen below /run/containerd/s, wherever the state is; their bundles name the sockets. */
function removeShimSockets(state: string): UndoReport[] {
  return bundles(state)
    .map((bundle) => textOfFile(join(bundle, 'bootstrap.json')) + textOfFile(join(bundle, 'address')))
    .flatMap((address) => /\/run\/containerd\/s\/[0-9a-f]+/.exec(address)?.[0] ?? [])
    .map(removeSocket);
}

/**
 * containerd removes the bundle of a shim that died, but not always its socket. The socket's name derives
 * from the daemon's socket, the namespace and the id, which is still in the log.
 */
function removeForgottenSockets({ socket, log }: NonNullable<ShimSocketsStep['forgotten']>): UndoReport[] {
  return [...idsInLog(log)]
    .map((id) =>
      createHash('sha256')
        .update(join(socket, 'k8s.io', id))
        .digest('hex'),
    )
    .map((name) => `/run/containerd/s/${name}`)
    .filter((path) => existsSync(path))
    .map(removeSocket);
}

function removeSocket(path: string): UndoReport {
  rmSync(path, { force: true });
  return removed(`socket ${path}`);
}

/** Cgroups of the containers that are still known. Skips systemd slices, which disappear by themselves. */
function cgroupsOfContainers(state: string, log: string | undefined): string[] {
  const named = bundles(state)
    .map((bundle) => /"cgroupsPath":"(\/[^"\\]+)"/.exec(textOfFile(join(bundle, 'config.json')))?.[1])
    .filter((path) => path !== undefined);
  // A container whose bundle is already gone may still have its default cgroup.
  const cri = join(state, 'io.containerd.grpc.v1.cri');
  const ids = ['sandboxes', 'containers'].flatMap((kind) => namesIn(join(cri, kind)));
  return [...new Set([...named, ...[...ids, ...forgottenIn(log)].map((id) => `/k8s.io/${id}`)])];
}

/** Containers that a killed daemon forgot while creating them: the log and the kernel still know them. */
function forgottenIn(log: string | undefined): string[] {
  const made = new Set(cgroupHierarchies().flatMap((root) => namesIn(join(root, 'k8s.io'))));
  return log === undefined ? [] : [...idsInLog(log)].filter((id) => made.has(id));
}

function namesIn(directory: string): string[] {
  return attemptOr([], () => readdirSync(directory));
}
