// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { judgeRecording, type Judgement } from '#app/run/judge-recording.js';
import { allContracts } from '#contracts/all.generated.js';
import { allScenarios } from '#scenarios/all.generated.js';
import { Desk, failureOf } from '../unit/evidence/written.js';

const directory = 'specs/fixtures/evidence';
const kept = `${directory}/0.1.0.jsonl`;
const held = JSON.parse(readFileSync(`${directory}/0.1.0.held.json`, 'utf8')) as readonly string[];

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  desk.clear();
});

function judged(path: string): Promise<Judgement> {
  return judgeRecording(path, { contracts: allContracts, scenarios: allScenarios });
}

/** The kept recording, with one thing in it that was otherwise. */
function changed(change: (text: string) => string): string {
  const text = readFileSync(kept, 'utf8');
  const other = change(text);
  expect(other).not.toBe(text);
  return desk.write('changed.jsonl', other);
}

it('a recording of 0.1.0 is judged as on the day it was made', async () => {
  const { result, proofs } = await judged(kept);
  const verdicts = new Map(result.rulings.map(({ contract, verdict }) => [contract, verdict]));
  expect(held.filter((contract) => verdicts.get(contract) !== 'held')).toEqual([]);
  // A contract that is newer than the recording may hold in it as well.
  expect([...verdicts.values()].filter((verdict) => !/^(held|unexercised)$/.test(verdict))).toEqual([]);
  expect(proofs.size).toBe(0);
});

it.each<[string, (text: string) => string, string]>([
  [
    'the kubelet did not put the log aside',
    (text) => text.replace(/\n\{"type":"log-renamed".*/, ''),
    'log.reopen.new-file',
  ],
  [
    'the scenario did not wait for the program',
    (text) => text.replaceAll('"name":"wait-for-log"', '"name":"wait-for-nothing"'),
    'container.stop.signal',
  ],
  [
    'the process of the sandbox was not killed',
    (text) => text.replace(/\n\{"type":"process-killed".*/, ''),
    'restart.sandbox.ready-is-true',
  ],
  [
    'the daemon was never away',
    (text) => text.replaceAll(/\n\{"type":"daemon".*/g, ''),
    'restart.objects.same-set',
  ],
])('what was intended decides: %s', async (_, change, contract) => {
  expect(held).toContain(contract);
  const { result } = await judged(changed(change));
  expect(result.rulings.find((ruling) => ruling.contract === contract)?.verdict).toBe('unexercised');
});

it('what was expected and what came are two, with the calls that show it', async () => {
  const path = changed((text) => text.replaceAll('"runtime_name":"criprobe-reference"', `"runtime_name":""`));
  const { result, proofs } = await judged(path);
  const violated = result.rulings.filter(({ verdict }) => verdict === 'violated');
  expect(violated).toEqual([
    {
      contract: 'runtime.version.fields',
      level: 'must',
      verdict: 'violated',
      expected: 'version 0.1.0, and three other fields that are not empty',
      actual: '{"version":"0.1.0","runtime_name":"","runtime_version":"0.1.0","runtime_api_version":"v1"}',
      scenario: 'daemon.sandbox-killed-while-down',
      calls: [expect.any(Number)],
    },
  ]);
  expect(proofs.get('runtime.version.fields')?.calls.map(({ rpc }) => rpc)).toContain('Version');
});

it('a recording from before there was a schema is refused in one sentence', async () => {
  const path = `${directory}/before-0.1.0.jsonl`;
  expect(await failureOf(() => judged(path))).toMatchObject({
    code: 'E-EVIDENCE',
    exit: 2,
    message: `${path} was recorded by a criprobe before 0.1.0 and is too old to be judged`,
  });
});

it.each([
  ['"state":"stopping"', '"state":"leaving"', 'state: '],
  ['"name":"wait-for-log"', '"name":7', 'name: '],
  ['"count":1', '"count":"1"', 'count: '],
  ['"exists":true', '"exists":"yes"', 'facts.exists: '],
])('a line with %s changed into %s is named by its number', async (from, to, says) => {
  const lines = readFileSync(kept, 'utf8').split('\n');
  const number = lines.findIndex((line) => line.includes(from)) + 1;
  const path = changed((text) => text.replace(from, to));
  expect((await failureOf(() => judged(path))).seen).toContain(`line ${number} is not an event: ${says}`);
});
