// SPDX-License-Identifier: Apache-2.0
import pLimit from 'p-limit';
import { Failure } from '#base/failure.js';
import type { Footer, Header } from '#evidence/event.js';
import type { Outage } from '#evidence/history/outage.js';
import type { Tape } from '#evidence/write/evidence-writer.js';
import type { Scenario } from '#scenarios/scenario.js';
import { wayOf, waysToGo } from './outages/outage-groups.js';
import { runScenario, type ScenarioEnding } from './run-scenario.js';
import type { Theatre } from './run-context.js';

export interface Recording {
  readonly header: Omit<Header, 'type' | 'evidenceVersion' | 'startedAtNs' | 'startedAt'>;
  readonly theatre: Theatre;
  readonly scenarios: readonly Scenario[];
  readonly workers: number;
  readonly onEnd: (scenario: Scenario, ending: ScenarioEnding) => void;
}

/** Drives the scenarios, several at a time, and leaves a finished recording on the tape. */
export async function record({
  header,
  theatre,
  scenarios,
  workers,
  onEnd,
}: Recording): Promise<Footer['ended']> {
  const { tape, signal } = theatre;
  tape.append({ type: 'header', evidenceVersion: 1, ...wallClock(tape), ...header });
  const settled: PromiseSettledResult<void>[] = [];
  for (const { together, members } of actsOf(scenarios, workers)) {
    const limit = pLimit(together);
    const playing = members.map((scenario) =>
      limit(async () => {
        if (signal.aborted) return;
        onEnd(scenario, await runScenario(theatre, scenario));
      }),
    );
    settled.push(...(await Promise.allSettled(playing)));
  }
  const ended = endOf(signal);
  tape.append({ type: 'footer', atMs: tape.nowMs(), ended });
  tape.broken.throwIfAborted();
  if (signal.reason instanceof Failure) throw signal.reason;
  const broken = settled.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return ended;
}

interface Act {
  readonly together: number;
  readonly members: readonly Scenario[];
}

/** What leaves the daemon alone first. Those who lose it do so together, so none of them may have to wait for another's end. */
function actsOf(scenarios: readonly Scenario[], workers: number): readonly Act[] {
  const going = (how: Outage['how'] | undefined): Scenario[] =>
    scenarios.filter((scenario) => wayOf(scenario) === how);
  const acts = waysToGo.map(going).filter(({ length }) => length > 0);
  return [
    { together: workers, members: going(undefined) },
    ...acts.map((members) => ({ together: members.length, members })),
  ];
}

/** Why a run is over: `done` unless its signal says otherwise. */
export function endOf(signal: AbortSignal): Footer['ended'] {
  if (!signal.aborted) return 'done';
  const reason: unknown = signal.reason;
  return reason === 'timeout' || reason === 'runtime-gone' ? reason : 'interrupted';
}

/** The wall clock at the moment that is 0 on the tape. */
function wallClock(tape: Tape): Pick<Header, 'startedAtNs' | 'startedAt'> {
  const startedMs = Date.now() - tape.nowMs();
  return {
    startedAtNs: BigInt(Math.round(startedMs * 1000))
      .toString()
      .concat('000'),
    startedAt: new Date(startedMs).toISOString(),
  };
}
