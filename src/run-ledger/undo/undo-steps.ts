// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { isOwnDirectory } from '../own-directory.js';
import { markEnding, removeClaim } from '../shared-claims.js';
import { isNeeded } from '../shared-places.js';
import type { CleanupStep } from '../cleanup-step.js';
import { removeBridge } from './bridge.js';
import { removeCgroup, removeSharedCgroup } from './cgroups.js';
import { cgroupsOfContainers, removeShimSockets } from './containerd-bundles.js';
import { removeCrioCgroups } from './crio-cgroups.js';
import { endProcessesIn, endProcessGroup } from './end-processes.js';
import { removeEngineContainer, removeEngineImage } from './engine-container.js';
import { removeEmptyDirectory, removeFilesMentioning, removeOwnDirectory, restoreSetting } from './files.js';
import { removeForgottenSockets } from './forgotten-sockets.js';
import { removeLayerCache } from './layer-cache.js';
import { mountPointsBelow, unmountBelow } from '#host/mounts.js';
import { removePodCgroups } from './pod-cgroups.js';
import { joinReports, nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

type Kind = CleanupStep['kind'];
type TraceOf<K extends Kind> = Extract<CleanupStep, { kind: K }>;
interface Step<K extends Kind = Kind> {
  readonly kind: K;
  readonly undo: (trace: TraceOf<K>) => UndoReport | Promise<UndoReport>;
}
const step = <K extends Kind>(kind: K, undo: Step<K>['undo']): Step => ({ kind, undo: undo as Step['undo'] });

/** In this order whatever order the traces were left in: nothing can be taken away under a living process. */
const steps: readonly Step[] = [
  step('container', removeEngineContainer),
  step('container-image', removeEngineImage),
  step('process-group', (trace) => endProcessGroup(trace.pid, trace.startTicks)),
  step('directory', (trace) => (isOwnDirectory(trace.path) ? endProcessesIn(trace.path) : nothingToUndo)),
  step('directory', (trace) => (isOwnDirectory(trace.path) ? unmount(trace.path) : nothingToUndo)),
  step('shim-sockets', (trace) => (isInOwnDirectory(trace.state) ? undoShims(trace) : nothingToUndo)),
  step('bridge', (trace) => removeBridge(trace.name)),
  step('crio-cgroups', ({ directory }) =>
    isOwnDirectory(directory) ? removeCrioCgroups(directory) : nothingToUndo,
  ),
  step('cgroup', (trace) => removeCgroup(trace.path)),
  step('pod-cgroups', (trace) => removePodCgroups(new Set(trace.uids))),
  step('note', (trace) =>
    quietly(() => {
      markEnding(trace.path);
    }),
  ),
  step('shared-cgroup', (trace) => (isNeeded(trace) ? nothingToUndo : removeSharedCgroup(trace.path))),
  step('files', (trace) => joinReports(removeFilesMentioning(trace.folder, trace.mentioning))),
  step('setting', (trace) => restoreSetting(trace)),
  step('layer-cache', (trace) => removeLayerCache(trace.path)),
  step('empty-directory', (trace) => (isNeeded(trace) ? nothingToUndo : removeEmptyDirectory(trace.path))),
  step('directory', (trace) => removeOwnDirectory(trace.path)),
  step('note', (trace) =>
    quietly(() => {
      removeClaim(trace.path);
    }),
  ),
];

function isInOwnDirectory(path: string): boolean {
  return isOwnDirectory(dirname(path));
}

/** Their sockets, and the cgroups of the containers that they had. */
async function undoShims({ state, forgotten }: TraceOf<'shim-sockets'>): Promise<UndoReport> {
  const sockets = [...removeShimSockets(state), ...(forgotten ? removeForgottenSockets(forgotten) : [])];
  const cgroups = cgroupsOfContainers(state, forgotten?.log).map((path) => removeCgroup(path));
  return joinReports([...sockets, ...(await Promise.all(cgroups))]);
}

/** Undoes what was recorded. Can be repeated; what is gone already is not mentioned. Never throws for what it meets. */
export async function undoSteps(traces: readonly CleanupStep[]): Promise<UndoReport> {
  const reports: UndoReport[] = [];
  for (const { kind, undo } of steps) {
    const mine = traces.filter((trace) => trace.kind === kind);
    reports.push(...(await Promise.all(mine.map((trace) => guarded(trace, undo)))));
  }
  return joinReports(reports);
}

async function guarded(trace: CleanupStep, undo: Step['undo']): Promise<UndoReport> {
  try {
    return await undo(trace);
  } catch (error) {
    return remains(`${trace.kind} ${JSON.stringify(trace)}: ${String(error)}`);
  }
}

/** Of what nobody but runs of ours reads. */
function quietly(action: () => void): UndoReport {
  action();
  return nothingToUndo;
}

async function unmount(directory: string): Promise<UndoReport> {
  const before = mountPointsBelow(directory).length;
  if (before === 0) return nothingToUndo;
  await unmountBelow(directory);
  const after = mountPointsBelow(directory);
  return after.length === 0
    ? removed(`${before} mounts below ${directory}`)
    : remains(`mounts: ${after.join(', ')}`);
}
