// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutageGroups } from '#runner/outages/outage-groups.js';
import type { RunContext } from '#runner/run-context.js';
import { readNodeFacts } from '#app/target/read-node-facts.js';
import { playScenarios } from '#runner/play-scenarios.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Evidence } from '#evidence/evidence.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import { connectGuarded } from '#guard/connect.js';
import { guardedProcesses } from '#guard/guarded-processes.js';
import { OwnObjects } from '#guard/own-objects.js';
import { nodeFiles } from '#kubelet/context/node-files.js';
import type { Scenario } from '#scenarios/scenario.js';
import { header } from '../evidence-literal.js';
import { serveLyingDaemon, type LyingAfter } from './lying-daemon.js';
import type { Told } from './lying-runtime.js';

const never = new AbortController().signal;

export interface PlayedOnLies {
  readonly evidence: Evidence;
  readonly told: readonly Told[];
}

/** What is written down of a scenario in which the daemon goes, when the runtime lies. */
export async function playedOnLies(
  scenario: Scenario,
  lie: (lying: LyingAfter) => CriHandlers,
): Promise<PlayedOnLies> {
  const directory = await mkdtemp(join(tmpdir(), 'cpl-'));
  const runtime = await serveLyingDaemon(join(directory, 'cri.sock'), lie);
  const own = new OwnObjects({ imagePrefixes: ['made-up.test/criprobe/'] });
  const cri = connectGuarded({ runtimeEndpoint: join(directory, 'cri.sock') }, own);
  const writer = openEvidenceWriter(join(directory, 'evidence.jsonl'));
  const runContext: RunContext = {
    run: header.run,
    writer,
    cri,
    registry: 'made-up.test/criprobe',
    runtimeLog: undefined,
    rpcTimeoutMs: 20_000,
    stepTimeoutMs: 90_000,
    signal: never,
    tooLate: never,
    kubelet: { pace: 'compressed', version: '1.37', source: 'api', facts: await readNodeFacts() },
    node: nodeFiles({ podLogsDir: join(directory, 'pods'), rootDir: join(directory, 'kubelet') }),
    outageGroups: new OutageGroups(runtime.daemon, [scenario]),
    own,
    processes: guardedProcesses(runtime.processes, own),
    namedCgroups: () => null,
    lacks: () => undefined,
    registerPod: (uid) => {
      own.addPod(uid);
    },
  };
  try {
    const { run, tool, kubelet, host, target } = header;
    await playScenarios({
      header: { run, tool, kubelet, host, target },
      runContext,
      scenarios: [scenario],
      workers: 1,
      onEnd: () => undefined,
    });
    const { scenarios } = await readEvidence(join(directory, 'evidence.jsonl'));
    for await (const evidence of scenarios) return { evidence, told: runtime.told };
    throw new Error(`${scenario.id} was not played`);
  } finally {
    writer.close();
    cri.close();
    await runtime.close();
    await rm(directory, { recursive: true, force: true });
  }
}
