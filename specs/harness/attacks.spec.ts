// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, jest } from '@jest/globals';
import pLimit from 'p-limit';
import { AttackBench } from '../support/forging-proxy/attack-bench.js';
import {
  cleanup,
  compare,
  doctor,
  gate,
  play,
  run,
  wholeRun,
  type Attacked,
} from '../support/forging-proxy/attack-commands.js';
import { allForgeries, foreignForgeries, type Forgery } from '../support/forging-proxy/forgeries.js';

// They wait for each other: what is measured is how long a command takes, not how many a machine can hold.
const atOnce = pLimit(4);
jest.setTimeout(1_800_000);

/** No pod, container, image, file or server of somebody else is touched, and the command ends as it should. */
function holds(forgery: Forgery, attacked: Attacked): Promise<void> {
  return atOnce(async () => {
    await using at = await AttackBench.open();
    await attacked(at, forgery);
    expect(await at.harm()).toEqual([]);
    expect(await at.leftAfterCleanup()).toEqual([]);
    expect(await at.harm()).toEqual([]);
  });
}

describe.each([
  { name: 'run', attacked: run(10) },
  { name: 'play', attacked: play },
  { name: 'gate', attacked: gate },
  { name: 'compare', attacked: compare },
  { name: 'doctor --try-pod', attacked: doctor },
  { name: 'cleanup', attacked: cleanup },
])('$name', ({ attacked }) => {
  it.concurrent.each(allForgeries)('does no harm: $name', (forgery) => holds(forgery, attacked));
});

describe('a whole run', () => {
  it.concurrent.each(foreignForgeries)('does no harm: $name', (forgery) => holds(forgery, wholeRun(60)));
});

it.concurrent('an honest proxy changes nothing of a run', () =>
  atOnce(async () => {
    await using at = await AttackBench.open();
    await wholeRun(60)(at, { name: 'none', forger: () => ({}), scenarios: '' });
    expect(at.ends.map(({ exit }) => exit)).toEqual([0]);
    expect(await at.harm()).toEqual([]);
    expect(await at.leftAfterCleanup()).toEqual([]);
  }),
);
