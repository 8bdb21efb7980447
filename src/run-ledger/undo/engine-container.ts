// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { isOwnDirectory } from '../own-directory.js';
import type { CleanupStep } from '../cleanup-step.js';
import { removeCgroup } from './cgroups.js';
import { endProcessesIn } from './end-processes.js';
import { deleteAtEngine } from './engine-request.js';
import { processesIn } from '#host/processes-in.js';
import { joinReports, nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

type ContainerTrace = Extract<CleanupStep, { kind: 'container' }>;
type ImageTrace = Extract<CleanupStep, { kind: 'container-image' }>;

/** The container with the runtime in it, then the pods, which are processes beside it with cgroups of their own. */
export async function removeEngineContainer({
  socket,
  name,
  directory,
}: ContainerTrace): Promise<UndoReport> {
  if (!/^[a-z0-9-]+$/.test(name)) return remains(`container ${name}: not a name we give`);
  const ours = isOwnDirectory(directory);
  const cgroups = ours ? [...new Set(processesIn(directory).flatMap(cgroupsWithIds))] : [];
  const reports = [await deleted(socket, `/containers/${name}?force=1&v=1`, `container ${name}`)];
  if (ours) reports.push(await endProcessesIn(directory));
  for (const path of cgroups) reports.push(await removeCgroup(path));
  return joinReports(reports);
}

export function removeEngineImage({ socket, name }: ImageTrace): Promise<UndoReport> {
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

/** Cgroups of containers: their last part bears the whole id, under every runtime. */
function cgroupsWithIds(pid: number): string[] {
  try {
    const lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8').split('\n');
    const paths = lines.map((line) => line.split(':').slice(2).join(':'));
    return paths.filter((path) => /[0-9a-f]{64}[^/]*$/.test(path));
  } catch {
    return [];
  }
}
