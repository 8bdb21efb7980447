// SPDX-License-Identifier: Apache-2.0
import type { Probe } from '#pod/probe.js';
import type { ProbeResult } from '../decide/sync/probe-results.js';
import type { ContainerPhase } from '../decide/report/pod-status.js';

export type ProbeKind = 'liveness' | 'readiness' | 'startup';

/** The container as the last sync saw it. */
export interface ProbedContainer {
  readonly id: string;
  readonly state: ContainerPhase;
  /** Its startup probe, if it has one, has succeeded. */
  readonly started: boolean;
  /** Whole seconds since its start. */
  readonly runningSeconds: number;
  /** It is restarted when it ends. */
  readonly willRestart: boolean;
}

/** What a worker remembers from one turn to the next. */
export interface ProbeMemory {
  readonly id: string;
  /** onHold: no probe until the container id changes. */
  readonly onHold: boolean;
  readonly last: 'success' | 'failure';
  /** How often `last` came in a row, across container ids. */
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

/**
 * prober/worker.go, doProbe: what comes before the probe. `current` is undefined until the container exists.
 */
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

/**
 * prober/worker.go, doProbe: after the initial delay; the startup probe until the container has started, the
 * others from then on.
 */
function isItsTime({ kind, probe }: ProbeSettings, current: ProbedContainer): boolean {
  if (current.runningSeconds < (probe.initialDelaySeconds ?? 0)) return false;
  return current.started === (kind !== 'startup');
}

/** prober/worker.go, doProbe: what follows the probe; `result` once a threshold is reached. */
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
