// SPDX-License-Identifier: Apache-2.0
import { expect, it, jest } from '@jest/globals';
import { found } from '../support/lies/outages/judged-lies.js';
import { specOfOutageLies } from '../support/lies/outages/spec-of-outage-lies.js';
import { silent, untold } from '../support/lies/upgrade/told-again.js';
import { upgradeDecoys } from '../support/lies/upgrade/upgrade-decoys.js';
import { upgradeLies } from '../support/lies/upgrade/upgrade-lies.js';

jest.setTimeout(300_000);

specOfOutageLies({
  lies: upgradeLies,
  prefix: 'upgrade.',
  // The processes of the reference runtime are virtual: specs/runtimes/upgrade-damage.spec.ts does the harm.
  withoutLie: Object.fromEntries(
    ['addresses', 'limits', 'mounts', 'processes'].map((what) => [
      `upgrade.node.${what}-kept`,
      'told on a real runtime',
    ]),
  ),
  // They see the same as what was made of them.
  judges: ({ id }) => !id.startsWith('restart.'),
});

it('leaves out only lies that there are', () => {
  expect(silent).toHaveLength(Object.keys(untold).length);
});

it.concurrent.each(silent.map((lie) => [lie.name, lie] as const))(
  '%s: there is no occasion for it',
  async (_, lie) => {
    expect((await found(lie)).told).toBe(0);
  },
);

it.concurrent.each(upgradeDecoys.map((decoy) => [decoy.name, decoy] as const))(
  'the new version shows %s: nothing is found',
  async (_, decoy) => {
    const { verdicts, stuck, told } = await found(decoy);
    expect([...verdicts]).toEqual([]);
    expect(stuck).toBe('');
    expect(told).toBeGreaterThan(0);
  },
);
