// SPDX-License-Identifier: Apache-2.0
import type { Probe } from '#pod/probe.js';
import type { ProbeResult } from '../decide/sync/probe-results.js';
import type { ContainerPhase } from '../decide/report/pod-status.js';

export type ProbeKind = 'liveness' | 'readiness' | 'startup';

/** The container as the last sync saw it. */
export interface ProbedContainer {
  readonly id: string;
  readonly state: ContainerPhase;
  /** Its startup probe, where it has one, has succeeded. */
  readonly started: boolean;
  /** For how many whole seconds it has been running. */
  readonly runningSeconds: number;
  /** After an end it is started again. */
  readonly willRestart: boolean;
}

/** What a worker remembers from one turn to the next. */
export interface ProbeMemory {
  readonly id: string;
  /** Nothing is asked until there is another container. */
  readonly onHold: boolean;
  readonly last: 'success' | 'failure';
  /** How often `last` came in a row. Another container does not end the row. */
  readonly run: number;
}

export interface ProbeTurn {
  readonly then: 'wait' | 'probe' | 'end';
  readonly memory: ProbeMemory;
  readonly result?: ProbeResult;
}

export const freshMemory: ProbeMemory = { id: '', onHold: false, last: 'success', run: 0 };

const initialResults = { liveness: 'success', readiness: 'failure', startup: 'unknown' } as const;

export interface ProbeSettings {
  readonly kind: ProbeKind;
  readonly probe: Probe;
}

/** What a worker does when its time has come. `current`: undefined while there is no such container. */
export function takeTurn(
  { kind, probe }: ProbeSettings,
  before: ProbeMemory,
  current: ProbedContainer | undefined,
): ProbeTurn {
  if (!current) return { then: 'wait', memory: before };
  const isNew = current.id !== before.id;
  const memory = isNew ? { ...before, id: current.id, onHold: false } : before;
  if (memory.onHold) return { then: 'wait', memory };
  if (current.state !== 'running') {
    const isOver = current.state === 'exited' && !current.willRestart;
    return { then: isOver ? 'end' : 'wait', memory, result: 'failure' };
  }
  const first = isNew ? { result: initialResults[kind] } : {};
  return { then: isItsTime({ kind, probe }, current) ? 'probe' : 'wait', memory, ...first };
}

/** After its delay; the startup probe until the container has started, the others from then on. */
function isItsTime({ kind, probe }: ProbeSettings, current: ProbedContainer): boolean {
  if (current.runningSeconds < (probe.initialDelaySeconds ?? 0)) return false;
  return current.started === (kind !== 'startup');
}

/** What an answer makes of it; `result` once the threshold is reached. */
export function afterProbe(
  { kind, probe }: ProbeSettings,
  before: ProbeMemory,
  answer: 'success' | 'failure',
): Omit<ProbeTurn, 'then'> {
  const run = before.last === answer ? before.run + 1 : 1;
  const threshold = answer === 'failure' ? probe.failureThreshold || 3 : probe.successThreshold || 1;
  const memory = { ...before, last: answer, run };
  if (run < threshold) return { memory };
  const holds = kind === 'startup' || (kind === 'liveness' && answer === 'failure');
  return { memory: holds ? { ...memory, onHold: true, run: 0 } : memory, result: answer };
}
