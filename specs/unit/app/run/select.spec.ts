// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { selectWork, type Selection } from '#app/run/select.js';
import type { Contract } from '#contracts/contract.js';
import type { Scenario } from '#scenarios/scenario.js';

const contracts = ['sandbox.stop.twice', 'sandbox.run.ready', 'image.pull.digest'].map(
  (id) => ({ id }) as Contract,
);
const scenarios = [
  { id: 'pod.happy', exercises: ['sandbox.run.ready', 'image.pull.digest'] },
  { id: 'pod.stopped', exercises: ['sandbox.stop.twice', 'sandbox.run.ready'] },
] as unknown as readonly Scenario[];

function selected(selection: Partial<Selection>): {
  contracts: readonly string[];
  scenarios: readonly string[];
} {
  const work = selectWork({ ids: [], only: [], skip: [], ...selection }, { contracts, scenarios });
  return { contracts: work.contracts.map(({ id }) => id), scenarios: work.scenarios.map(({ id }) => id) };
}

describe('selectWork', () => {
  it('takes everything when nothing is asked for', () => {
    expect(selected({})).toEqual({
      contracts: contracts.map(({ id }) => id),
      scenarios: ['pod.happy', 'pod.stopped'],
    });
  });

  it('brings the scenarios that exercise a contract, and no other contract', () => {
    expect(selected({ only: ['sandbox.stop.twice'] })).toEqual({
      contracts: ['sandbox.stop.twice'],
      scenarios: ['pod.stopped'],
    });
  });

  it('brings the contracts a scenario exercises, and no other scenario', () => {
    expect(selected({ ids: ['pod.happy'] })).toEqual({
      contracts: ['sandbox.run.ready', 'image.pull.digest'],
      scenarios: ['pod.happy'],
    });
  });

  it('reads globs', () => {
    expect(selected({ ids: ['sandbox.*'] }).contracts).toEqual(['sandbox.stop.twice', 'sandbox.run.ready']);
    expect(selected({ ids: ['*.pull.diges?'] }).contracts).toEqual(['image.pull.digest']);
    expect(selected({ ids: ['sandboxXstop*'] })).toEqual({ contracts: [], scenarios: [] });
  });

  it('leaves out what is skipped, and scenarios that have nothing left to do', () => {
    expect(selected({ skip: ['image.*', 'pod.stopped'] })).toEqual({
      contracts: ['sandbox.stop.twice', 'sandbox.run.ready'],
      scenarios: ['pod.happy'],
    });
    expect(selected({ ids: ['image.*'], skip: ['image.*'] })).toEqual({ contracts: [], scenarios: [] });
  });

  it('refuses a plain id that nothing has, with the one that was meant', () => {
    expect(() => selected({ skip: ['pod.hapy'] })).toThrow(
      expect.objectContaining({ code: 'E-USAGE', exit: 2, fix: 'did you mean pod.happy?' }),
    );
  });
});
