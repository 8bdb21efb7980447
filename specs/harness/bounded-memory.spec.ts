// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import type { EvidenceEvent } from '#evidence/event.js';
import { Desk, header } from '../unit/evidence/written.js';

const heapMb = 64;
const dist = (module: string): string => new URL(`../../dist/${module}.js`, import.meta.url).href;

const judging = (path: string): string => `
  import { judgeRecording } from ${JSON.stringify(dist('app/run/judge-recording'))};
  import { allContracts } from ${JSON.stringify(dist('contracts/all.generated'))};
  import { allScenarios } from ${JSON.stringify(dist('scenarios/all.generated'))};
  const { result } = await judgeRecording(${JSON.stringify(path)}, { contracts: allContracts, scenarios: allScenarios });
  console.log(JSON.stringify({ summary: result.summary, scenarios: result.scenarios.length, ms: result.ms }));`;

interface JudgeResult {
  readonly summary: Readonly<Record<string, number>>;
  readonly scenarios: number;
  readonly ms: number;
}

/** In a process of its own, which dies when it wants more memory. */
function judge(path: string): JudgeResult {
  const options = [`--max-old-space-size=${heapMb}`, '--input-type=module', '--eval', judging(path)];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`judging ended with ${String(status)}:\n${stderr}`);
  return JSON.parse(stdout) as JudgeResult;
}

let desk: Desk;
beforeAll(() => {
  desk = new Desk();
});
afterAll(() => {
  desk.clear();
});

/** Makes a recording of scenarios one after another; returns how many megabytes it has. */
function record(
  name: string,
  scenarios: number,
  story: (scenario: string) => Iterable<EvidenceEvent>,
): number {
  const file = openSync(desk.path(name), 'wx');
  const write = (event: EvidenceEvent): void => {
    writeSync(file, `${JSON.stringify(event)}\n`);
  };
  write(header);
  for (let number = 0; number < scenarios; number++) {
    const scenario = `synthetic.story-${number}`;
    write({ type: 'scenario', scenario, atMs: number });
    for (const event of story(scenario)) write(event);
    write({ type: 'scenario-end', scenario, atMs: number + 0.9, ended: 'done' });
  }
  write({ type: 'footer', atMs: scenarios, ended: 'done' });
  closeSync(file);
  return statSync(desk.path(name)).size / 2 ** 20;
}

let seq = 0;
function* call(
  scenario: string,
  rpc: string,
  message: Readonly<Record<string, unknown>>,
): Iterable<EvidenceEvent> {
  const { request = {}, response = {} } = message as { request?: object; response?: object };
  seq++;
  yield { type: 'call', seq, scenario, rpc, deadlineMs: 1000, request, atMs: seq / 1000 } as EvidenceEvent;
  const raw = Buffer.alloc(600, seq % 256).toString('base64');
  yield { type: 'end', seq, atMs: seq / 1000, outcome: { kind: 'ok', response, raw } } as EvidenceEvent;
}

/** A pod that is looked at again and again. */
function* watchedPod(scenario: string): Iterable<EvidenceEvent> {
  const metadata = { name: scenario, namespace: 'synthetic', uid: scenario };
  const config = { metadata, labels: { app: scenario }, log_directory: `/var/log/pods/${scenario}` };
  const id = `sandbox-of-${scenario}`;
  yield* call(scenario, 'RunPodSandbox', { request: { config }, response: { pod_sandbox_id: id } });
  for (let look = 0; look < 60; look++) {
    const status = { id, metadata, labels: config.labels, created_at: '1795132800000000000', linux: {} };
    yield* call(scenario, 'PodSandboxStatus', { request: { pod_sandbox_id: id }, response: { status } });
  }
  yield* call(scenario, 'StopPodSandbox', { request: { pod_sandbox_id: id } });
  yield* call(scenario, 'RemovePodSandbox', { request: { pod_sandbox_id: id } });
}

/** A pod whose log is long: one line of the recording holds all of it. */
function* longLog(scenario: string): Iterable<EvidenceEvent> {
  const content = `2026-11-20T00:00:00.000000001Z stdout F ${scenario} says the same again\n`.repeat(8_000);
  yield {
    type: 'observation',
    scenario,
    atMs: 1,
    of: 'log-file',
    name: 'app',
    facts: { path: '/logs/0.log', container: 'c1', exists: true, content, bytes: content.length },
  };
}

describe(`with ${heapMb} MB of heap`, () => {
  it('a recording of many scenarios is judged', () => {
    expect(record('many.jsonl', 1000, watchedPod)).toBeGreaterThan(heapMb);
    const { summary, scenarios, ms } = judge(desk.path('many.jsonl'));
    expect({ scenarios, ms }).toEqual({ scenarios: 1000, ms: 1000 });
    expect(summary.held).toBeGreaterThan(0);
  }, 120_000);

  it('a recording of long lines is judged', () => {
    expect(record('long.jsonl', 150, longLog)).toBeGreaterThan(heapMb);
    expect(judge(desk.path('long.jsonl')).scenarios).toBe(150);
  }, 120_000);
});
