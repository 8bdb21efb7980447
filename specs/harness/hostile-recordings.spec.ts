// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openBench, type Bench } from '../support/cli/run-cli.js';
import { header } from '../unit/evidence/written.js';

jest.setTimeout(180_000);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

const maxMb = 512;
const dist = (module: string): string => new URL(`../../dist/${module}.js`, import.meta.url).href;
const judging = (path: string): string => `
  import { judgeRecording } from ${JSON.stringify(dist('app/run/judge-recording'))};
  import { allContracts } from ${JSON.stringify(dist('contracts/all.generated'))};
  import { allScenarios } from ${JSON.stringify(dist('scenarios/all.generated'))};
  await judgeRecording(${JSON.stringify(path)}, { contracts: allContracts, scenarios: allScenarios });
  console.log(process.resourceUsage().maxRSS / 1024);`;

function peakOfJudging(path: string): number {
  const node = [process.execPath, ['--input-type=module', '--eval', judging(path)]] as const;
  const { status, stdout, stderr } = spawnSync(...node, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`judging ended with ${String(status)}:\n${stderr}`);
  return Number(stdout);
}

function record(name: string, lines: Iterable<string>): string {
  const path = bench.path(name);
  const file = openSync(path, 'wx');
  writeSync(file, `${JSON.stringify(header)}\n`);
  for (const line of lines) writeSync(file, `${line}\n`);
  closeSync(file);
  return path;
}

const step = (scenario: number, parameters: string): string =>
  `{"type":"step","scenario":"s${scenario}","atMs":1,"nth":1,"name":"x","parameters":${parameters}}`;

function* steps(megabytes: number, parameters: (nth: number) => string): Generator<string> {
  let bytes = 0;
  for (let nth = 0; bytes < megabytes << 20; nth++) {
    const line = step(nth % 60, parameters(nth));
    bytes += line.length;
    yield line;
  }
}

describe(`judging stays below ${maxMb} MB of memory`, () => {
  let key = 0;
  const keys = (count: number): string =>
    Array.from({ length: count }, () => `{"k${(key++).toString(36)}":0}`).join(',');
  const kinds: readonly (readonly [string, () => Iterable<string>])[] = [
    ['empty objects', () => steps(40, () => `{"a":[${'{},'.repeat(200_000)}{}]}`)],
    ['empty objects in one line', () => steps(60, () => `{"a":[${'[],'.repeat(15_000_000)}[]]}`)],
    ['objects of which no two have the same key', () => steps(40, () => `{"a":[${keys(50_000)}]}`)],
    ['long texts with a letter of two bytes', () => steps(120, () => `{"a":"Ж${'x'.repeat(22 << 20)}"}`)],
    ['logs of empty lines', () => steps(40, () => `{"content":"${String.raw`\n`.repeat(5_000_000)}"}`)],
  ];

  it.each(kinds)('of %s', (name, lines) => {
    expect(peakOfJudging(record(`${name}.jsonl`, lines()))).toBeLessThan(maxMb);
  });
});

/** Containers of which each is looked for in every list, with one outage after another. */
function* tangle(scenario: number): Generator<string> {
  const story = `"scenario":"s${scenario}"`;
  let seq = scenario * 10_000;
  const call = (rpc: string, request: object, response: object): string => {
    seq++;
    const begins = `{"type":"call","seq":${seq},${story},"rpc":"${rpc}","deadlineMs":1,"request":${JSON.stringify(request)},"atMs":${seq}}`;
    return `${begins}\n{"type":"end","seq":${seq},"atMs":${seq}.5,"outcome":{"kind":"ok","response":${JSON.stringify(response)},"raw":""}}`;
  };
  const daemon = (state: string): string =>
    `{"type":"daemon",${story},"atMs":${seq}.7,"state":"${state}","how":"crash"}`;
  const sandbox = `p${scenario}`;
  const container_id = `c${scenario}`;
  const status = {
    id: container_id,
    state: 'CONTAINER_RUNNING',
    metadata: { name: 'c' },
    image: { image: 'i' },
  };
  yield call('RunPodSandbox', { config: {} }, { pod_sandbox_id: sandbox });
  yield call('CreateContainer', { pod_sandbox_id: sandbox, config: {} }, { container_id });
  yield call('StartContainer', { container_id }, {});
  for (let turn = 0; turn < 1450; turn++) {
    yield call('ContainerStatus', { container_id }, { status });
    yield daemon('stopping');
    yield daemon('started');
  }
}

describe('judging ends within 10 s of a SIGINT', () => {
  function* tangles(): Generator<string> {
    for (let scenario = 0; scenario < 20; scenario++) {
      yield* tangle(scenario);
      yield `{"type":"scenario-end","scenario":"s${scenario}","atMs":999999,"ended":"done"}`;
    }
  }

  it('whatever there is to compare with whatever', async () => {
    const running = bench.start(['judge', record('tangle.jsonl', tangles())]);
    await pause(3_000);
    expect(running.process.exitCode).toBeNull();
    const beganMs = performance.now();
    running.process.kill('SIGINT');
    expect((await running.end).exit).toBe(130);
    // Ten seconds are promised; the rest is for a machine that is busy.
    expect(performance.now() - beganMs).toBeLessThan(30_000);
  });

  it('and needs no such patience where calls are merely many', async () => {
    function* calls(): Generator<string> {
      for (let seq = 1; seq < 100_000; seq++) {
        yield `{"type":"call","seq":${seq},"scenario":"s","rpc":"RunPodSandbox","deadlineMs":1,"request":{"config":{}},"atMs":${seq}}`;
        yield `{"type":"end","seq":${seq},"atMs":${seq}.5,"outcome":{"kind":"ok","response":{"pod_sandbox_id":"${seq}"},"raw":""}}`;
      }
    }
    const beganMs = performance.now();
    const { exit, stdout } = await bench.criprobe(['judge', record('many.jsonl', calls())]);
    expect(stdout).toContain('1 scenario');
    expect(exit).not.toBe(0);
    // What compares every call with every other takes many minutes.
    expect(performance.now() - beganMs).toBeLessThan(120_000);
  });
});
