// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pLimit from 'p-limit';
import { run } from '#app/run/run.js';
import { defaultRun } from '#app/run/run-options.js';
import { Failure } from '#base/failure.js';
import type { UnaryHandler } from '#cri/server/handlers.js';
import type { UnaryMethod } from '#cri/methods.js';
import { ruleOf } from '#guard/rules.js';
import { ofRuns } from '#app/run/catalogue.js';
import { openBench, type Bench } from '../support/cli/run-cli.js';
import { serveLies, type Truth } from '../support/lies/lying-runtime.js';
import { silentIo } from '../support/cli/silent-io.js';

/** The others come to it, too. */
const goesOnMs = 1_000;
/**
 * Ten seconds are promised (hanging-commands.spec.ts); ten runs at a time in one process take longer, and more so
 * on a busy machine. What waits for the answer takes two minutes.
 */
const overMs = 100_000;

/** Of the kubelet's own: any scenario calls them. */
const usual = [
  ...['Version', 'Status', 'RuntimeConfig', 'ListPodSandbox', 'ListContainers', 'PodSandboxStatus'],
  ...['ContainerStatus', 'ImageStatus', 'PullImage', 'RunPodSandbox', 'CreateContainer', 'StartContainer'],
  ...['StopContainer', 'RemoveContainer', 'StopPodSandbox', 'RemovePodSandbox'],
] as UnaryMethod[];
/** Only some scenarios do. */
const rare = [
  ...[
    'ExecSync',
    'Exec',
    'Attach',
    'PortForward',
    'ListImages',
    'RemoveImage',
    'ImageFsInfo',
    'ContainerStats',
  ],
  ...['ListContainerStats', 'ReopenContainerLog', 'UpdateContainerResources', 'UpdatePodSandboxResources'],
  ...['CheckpointContainer', 'PodSandboxStats', 'ListPodSandboxStats', 'ListMetricDescriptors'],
  ...['ListPodSandboxMetrics', 'UpdateRuntimeConfig'],
] as UnaryMethod[];

/** How often the preflight and the trial pod call one of them. */
const calledBefore: Readonly<Partial<Record<UnaryMethod, number>>> = {
  Version: 2,
  Status: 3,
  RuntimeConfig: 1,
  ListPodSandbox: 3,
  PullImage: 1,
  RunPodSandbox: 1,
  StopPodSandbox: 1,
  RemovePodSandbox: 1,
};

interface RunEnd {
  readonly rpc: UnaryMethod;
  readonly exit: number;
  /** Since the time was up. */
  readonly tookMs: number;
}

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

interface Hangs {
  readonly rpc: UnaryMethod;
  /** So often it is answered first. */
  readonly answers: number;
  readonly scenarios?: readonly string[];
}

/** A run on a runtime that answers an RPC so many times, and then never again. Soon after that its time is up. */
async function runHanging({ rpc, answers, scenarios = [] }: Hangs): Promise<RunEnd> {
  const timeIsUp = new AbortController();
  let upMs = Number.NaN;
  const hang = (): Promise<never> => {
    setTimeout(() => {
      if (!timeIsUp.signal.aborted) upMs = performance.now();
      timeIsUp.abort('timeout');
    }, goesOnMs);
    return new Promise(() => undefined);
  };
  const socket = bench.path(`${rpc}.sock`);
  let calls = 0;
  const runtime = await serveLies(socket, (truth: Truth) => {
    const honest = truth[rpc];
    const hanging: UnaryHandler<'Version'> = (request, call) =>
      ++calls > answers ? hang() : honest(request, call);
    return { [rpc]: hanging };
  });
  const selection = { ids: [], only: scenarios, skip: [] };
  const options = { ...defaultRun, runtimeEndpoint: socket, workers: 12, output: bench.path(rpc), selection };
  const { exit } = await run(options, { ...silentIo(bench), signal: timeIsUp.signal }).catch(asExit);
  const tookMs = performance.now() - upMs;
  await runtime.close();
  return { rpc, exit, tookMs };
}

function asExit(error: unknown): { readonly exit: number } {
  if (error instanceof Failure) return error;
  throw error;
}

function scenariosThatMention(rpc: UnaryMethod): readonly string[] {
  return ofRuns.scenarios
    .filter(({ steps }) => JSON.stringify(steps).includes(`"${rpc}"`))
    .map(({ id }) => `scenario:${id}`);
}

describe('a runtime that stops answering one RPC', () => {
  it('holds up no run for longer than leaving may take', async () => {
    const together = pLimit(10);
    const hangs: Hangs[] = [
      ...usual.map((rpc) => ({ rpc, answers: calledBefore[rpc] ?? 0 })),
      ...rare.map((rpc) => ({ rpc, answers: 0, scenarios: scenariosThatMention(rpc) })),
    ];
    const ended = await Promise.all(hangs.map((each) => together(() => runHanging(each))));
    expect(ended.filter(({ exit }) => exit !== 124)).toEqual([]);
    expect(ended.filter(({ tookMs }) => !(tookMs < overMs))).toEqual([]);
  }, 300_000);

  it('is any that a scenario names', () => {
    const known = new Set<string>([...usual, ...rare, 'GetContainerEvents']);
    const text = JSON.stringify(ofRuns.scenarios.map(({ steps, faults }) => [steps, faults]));
    const named = Object.keys(ruleOf).filter((rpc) => text.includes(`"${rpc}"`));
    expect(named.filter((rpc) => !known.has(rpc))).toEqual([]);
  });

  it.each([
    ['--global-timeout', 124],
    ['SIGTERM', 143],
  ] as const)(
    'ends a run of the command line at %s',
    async (how, expected) => {
      let hangs: () => void = () => undefined;
      const hung = new Promise<void>((resolve) => {
        hangs = resolve;
      });
      const socket = bench.path(`${expected}.sock`);
      const runtime = await serveLies(socket, () => ({
        ContainerStatus: () => {
          hangs();
          return new Promise<never>(() => undefined);
        },
      }));
      const limit = how === 'SIGTERM' ? [] : ['--global-timeout', '8s'];
      const started = bench.start(['run', '-r', socket, '-o', bench.path(`out-${expected}`), ...limit]);
      await hung;
      if (how === 'SIGTERM') started.process.kill('SIGTERM');
      const beganMs = performance.now();
      const { exit } = await started.end;
      expect(exit).toBe(expected);
      expect(performance.now() - beganMs).toBeLessThan(overMs);
      await runtime.close();
    },
    120_000,
  );
});
