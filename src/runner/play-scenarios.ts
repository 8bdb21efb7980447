// SPDX-License-Identifier: Apache-2.0
import pLimit from 'p-limit';
import { Failure } from '#base/failure.js';
import { evidenceSchemaVersion, type Footer, type RecordingHeader } from '#evidence/event.js';
import { outageKinds, type OutageKind } from '#evidence/intent.js';
import type { EvidenceWriter } from '#evidence/write/evidence-writer.js';
import type { Scenario } from '#scenarios/scenario.js';
import { outageKindOf } from './outages/outage-groups.js';
import { runScenario, type ScenarioEnding } from './run-scenario.js';
import type { RunContext } from './run-context.js';

export interface ScenarioPlan {
  readonly header: Omit<RecordingHeader, 'type' | 'schemaVersion' | 'startedAtNs' | 'startedAt'>;
  readonly runContext: RunContext;
  readonly scenarios: readonly Scenario[];
  readonly workers: number;
  readonly onEnd: (scenario: Scenario, ending: ScenarioEnding) => void;
}

/** Plays the scenarios, several at a time, and completes the recording. */
export async function playScenarios({
  header,
  runContext,
  scenarios,
  workers,
  onEnd,
}: ScenarioPlan): Promise<Footer['ended']> {
  const { writer, signal } = runContext;
  writer.append({ type: 'header', schemaVersion: evidenceSchemaVersion, ...wallClock(writer), ...header });
  const settled: PromiseSettledResult<void>[] = [];
  for (const { together, members } of batchesOf(scenarios, workers)) {
    const limit = pLimit(together);
    const playing = members.map((scenario) =>
      limit(async () => {
        if (signal.aborted) return;
        onEnd(scenario, await runScenario(runContext, scenario));
      }),
    );
    settled.push(...(await Promise.allSettled(playing)));
  }
  const ended = runEndedAs(signal);
  writer.append({ type: 'footer', atMs: writer.nowMs(), ended });
  writer.broken.throwIfAborted();
  if (signal.reason instanceof Failure) throw signal.reason;
  const broken = settled.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return ended;
}

interface Batch {
  readonly together: number;
  readonly members: readonly Scenario[];
}

/**
 * Scenarios without an outage come first. Those with one share it, so all of them must run at the same time.
 */
function batchesOf(scenarios: readonly Scenario[], workers: number): readonly Batch[] {
  const going = (how: OutageKind | undefined): Scenario[] =>
    scenarios.filter((scenario) => outageKindOf(scenario) === how);
  const batches = outageKinds.map(going).filter(({ length }) => length > 0);
  return [
    { together: workers, members: longestFirst(going(undefined)) },
    ...batches.map((members) => ({ together: members.length, members })),
  ];
}

function longestFirst(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios.toSorted((one, other) => (other.waitsMs ?? 0) - (one.waitsMs ?? 0));
}

/** How a run ended: `done` unless its signal says otherwise. */
export function runEndedAs(signal: AbortSignal): Footer['ended'] {
  if (!signal.aborted) return 'done';
  const reason: unknown = signal.reason;
  return reason === 'timeout' || reason === 'runtime-gone' ? reason : 'interrupted';
}

/** The wall clock at `atMs` 0 of the recording. */
function wallClock(writer: EvidenceWriter): Pick<RecordingHeader, 'startedAtNs' | 'startedAt'> {
  const startedMs = writer.wallStartMs();
  return {
    startedAtNs: BigInt(Math.round(startedMs * 1000))
      .toString()
      .concat('000'),
    startedAt: new Date(startedMs).toISOString(),
  };
}
