// SPDX-License-Identifier: Apache-2.0
import { cgroupsOf } from '#host/cgroups.js';
import { processesIn } from '#host/processes.js';
import { isOwnDirectory } from '#run-ledger/own-directory.js';
import { removeCgroup } from '#run-ledger/undo/cgroups.js';
import { endProcessesIn } from '#run-ledger/undo/end-processes-in.js';
import {
  joinReports,
  nothingToUndo,
  remains,
  removed,
  type UndoReport,
} from '#run-ledger/undo/undo-report.js';
import { deleteAtEngine } from './engine-request.js';

/** A container of the engine at that socket, with a runtime whose pods live in a directory of ours. */
export interface ContainerStep {
  readonly kind: 'container';
  readonly socket: string;
  readonly name: string;
  readonly directory: string;
}

/** An image that the engine built for us. */
export interface ContainerImageStep {
  readonly kind: 'container-image';
  readonly socket: string;
  readonly name: string;
}

/**
 * Removes the runtime's container, then the pods, whose processes live outside of it in cgroups of their own.
 */
export async function removeEngineContainer(
  { socket, name, directory }: ContainerStep,
  programs: readonly RegExp[],
): Promise<UndoReport> {
  if (!/^[a-z0-9-]+$/.test(name)) return remains(`container ${name}: not a name that criprobe gives`);
  const ours = isOwnDirectory(directory);
  const cgroups = ours ? [...new Set(processesIn(directory, programs).flatMap(cgroupsWithIds))] : [];
  const reports = [await deleted(socket, `/containers/${name}?force=1&v=1`, `container ${name}`)];
  if (ours) reports.push(await endProcessesIn(directory, programs));
  for (const path of cgroups) reports.push(await removeCgroup(path));
  return joinReports(reports);
}

export function removeEngineImage({ socket, name }: ContainerImageStep): Promise<UndoReport> {
  return deleted(socket, `/images/${name}`, `image ${name}`);
}

async function deleted(socket: string, path: string, what: string): Promise<UndoReport> {
  try {
    const { status, message } = await deleteAtEngine(socket, path);
    if (status === 404) return nothingToUndo;
    return status < 300 ? removed(what) : remains(`${what}: ${message}`);
  } catch (error) {
    return remains(`${what}: the container engine at ${socket} does not answer: ${String(error)}`);
  }
}

/** Cgroups of containers: with every runtime the last component contains the whole id. */
function cgroupsWithIds(pid: number): string[] {
  return cgroupsOf(pid).filter((path) => /[0-9a-f]{64}[^/]*$/.test(path));
}
