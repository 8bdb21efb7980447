// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { stepsRead, type Intent } from '#evidence/intent.js';
import { stepsIn } from '#evidence/history/step-history.js';
import { allScenarios } from '#scenarios/all.generated.js';
import type { Step } from '#scenarios/step.js';

const began = (nth: number, name: string, atMs: number): Intent => ({
  type: 'step',
  scenario: 's',
  nth,
  name,
  parameters: { container: 'main' },
  atMs,
});
const ended = (nth: number, atMs: number): Intent => ({ type: 'step-end', scenario: 's', nth, atMs });

it('steps are found with their ends, also those that have others in them, and one that did not end', () => {
  const intents = [
    began(1, 'stop-daemon', 1),
    began(2, 'call', 2),
    ended(2, 3),
    ended(1, 4),
    began(3, 'wait-for-log', 5),
  ];
  expect(stepsIn(intents).map(({ name, beganMs, endedMs }) => [name, beganMs, endedMs])).toEqual([
    ['stop-daemon', 1, 4],
    ['call', 2, 3],
    ['wait-for-log', 5, undefined],
  ]);
});

it('the steps that contracts read are steps that scenarios have', () => {
  const names: readonly Step['do'][] = stepsRead;
  const used = new Set(allScenarios.flatMap(({ steps }) => steps.map((step) => step.do)));
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});
