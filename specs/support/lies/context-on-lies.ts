// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownHere } from '#app/run/known-here.js';
import { readNodeFacts } from '#app/target/read-node-facts.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { openEvidenceWriter } from '#evidence/write/evidence-writer.js';
import { connectGuarded } from '#guard/connect.js';
import { guardedProcesses } from '#guard/pod-processes.js';
import { OwnObjects } from '#guard/own-objects.js';
import { nodeFiles } from '#kubelet/context/node-files.js';
import { OutageGroups } from '#runner/outages/outage-groups.js';
import { systemClock } from '#host/system-clock.js';
import { Patience } from '#runner/patience.js';
import type { RunContext } from '#runner/run-context.js';
import type { Scenario } from '#scenarios/scenario.js';
import { header } from '../evidence-literal.js';
import { serveLyingDaemon, type LyingAfter } from './lying-daemon.js';
import type { LiedCall } from './lying-runtime.js';

const never = new AbortController().signal;

export interface ContextOnLies {
  readonly runContext: RunContext;
  /** Where its evidence is written. */
  readonly recording: string;
  readonly told: readonly LiedCall[];
  readonly path: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** The evidence of a scenario with an outage, on a lying runtime. */
export async function contextOnLies(
  scenario: Scenario,
  lie: (lying: LyingAfter) => CriHandlers = () => ({}),
): Promise<ContextOnLies> {
  const directory = await mkdtemp(join(tmpdir(), 'cpl-'));
  const path = (name: string): string => join(directory, name);
  const runtime = await serveLyingDaemon(path('cri.sock'), lie);
  const own = new OwnObjects({ imagePrefixes: ['made-up.test/criprobe/'] });
  const cri = connectGuarded({ runtimeEndpoint: path('cri.sock') }, own);
  const recording = path('evidence.jsonl');
  const writer = openEvidenceWriter(recording);
  const runContext: RunContext = {
    run: header.run,
    writer,
    cri,
    registry: 'made-up.test/criprobe',
    servedImage: () => Promise.resolve(undefined),
    pullBegins: () => () => undefined,
    isOurRuntime: true,
    runtimeLog: undefined,
    rpcTimeoutMs: 20_000,
    patience: new Patience({ clock: systemClock, firstMs: 40_000 }),
    signal: never,
    tooLate: never,
    kubelet: { pace: 'compressed', version: '1.37', source: 'api', facts: await readNodeFacts() },
    node: nodeFiles({ podLogsDir: path('pods'), rootDir: path('kubelet') }),
    outageGroups: new OutageGroups(runtime.daemon, [scenario]),
    own,
    processes: guardedProcesses(runtime.processes, own),
    namedCgroups: () => null,
    lacks: () => undefined,
    known: knownHere({ handler: '', ready: { handlers: ['', 'reference'] } }),
    registerPod: (uid) => {
      own.addPod(uid);
    },
  };
  return {
    runContext,
    recording,
    told: runtime.told,
    path,
    close: async () => {
      writer.close();
      cri.close();
      await runtime.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
