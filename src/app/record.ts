// SPDX-License-Identifier: Apache-2.0
import pLimit from 'p-limit';
import type { Footer, Header } from '#evidence/event.js';
import type { Tape } from '#evidence/tape.js';
import type { Scenario } from '#scenarios/scenario.js';
import { runScenario, type ScenarioEnding } from './drive/run-scenario.js';
import type { Theatre } from './drive/theatre.js';

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
  const limit = pLimit(workers);
  const settled = await Promise.allSettled(
    scenarios.map((scenario) =>
      limit(async () => {
        if (signal.aborted) return;
        onEnd(scenario, await runScenario(theatre, scenario));
      }),
    ),
  );
  const ended = endOf(signal);
  tape.append({ type: 'footer', atMs: tape.nowMs(), ended });
  tape.broken.throwIfAborted();
  const broken = settled.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return ended;
}

function endOf(signal: AbortSignal): Footer['ended'] {
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
