// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Evidence } from '#evidence/evidence.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { playScenarios } from '#runner/play-scenarios.js';
import type { Scenario } from '#scenarios/scenario.js';
import { header } from '../evidence-literal.js';
import { contextOnLies } from './context-on-lies.js';
import type { LyingAfter } from './lying-daemon.js';
import type { LiedCall } from './lying-runtime.js';

export interface PlayedOnLies {
  readonly evidence: Evidence;
  readonly told: readonly LiedCall[];
}

/** The evidence of a scenario with an outage, on a lying runtime. */
export async function playedOnLies(
  scenario: Scenario,
  lie: (lying: LyingAfter) => CriHandlers,
): Promise<PlayedOnLies> {
  const { runContext, recording, told, close } = await contextOnLies(scenario, lie);
  try {
    const { run, tool, kubelet, host, target } = header;
    await playScenarios({
      header: { run, tool, kubelet, host, target },
      runContext,
      scenarios: [scenario],
      workers: 1,
      onEnd: () => undefined,
    });
    const { scenarios } = await readEvidence(recording);
    for await (const evidence of scenarios) return { evidence, told };
    throw new Error(`${scenario.id} was not played`);
  } finally {
    await close();
  }
}
