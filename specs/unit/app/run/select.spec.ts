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
  { id: 'sandbox.stopped', exercises: ['sandbox.stop.twice', 'sandbox.run.ready'] },
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
      scenarios: ['pod.happy', 'sandbox.stopped'],
    });
  });

  it('brings the scenarios that exercise a contract, and no other contract', () => {
    expect(selected({ only: ['sandbox.stop.twice'] })).toEqual({
      contracts: ['sandbox.stop.twice'],
      scenarios: ['sandbox.stopped'],
    });
  });

  it('brings the contracts a scenario exercises, and no other scenario', () => {
    const happy = { contracts: ['sandbox.run.ready', 'image.pull.digest'], scenarios: ['pod.happy'] };
    expect(selected({ ids: ['scenario:pod.happy'] })).toEqual(happy);
    expect(selected({ only: ['scenario:pod.happy'] })).toEqual(happy);
    expect(selected({ ids: ['scenario:p*'] })).toEqual(happy);
  });

  it('takes contracts and scenarios together', () => {
    expect(selected({ ids: ['sandbox.stop.*', 'scenario:pod.*'] })).toEqual({
      contracts: contracts.map(({ id }) => id),
      scenarios: ['pod.happy', 'sandbox.stopped'],
    });
  });

  it('selects contracts by a glob without a prefix, never scenarios of the same subject', () => {
    expect(selected({ ids: ['sandbox.*'], skip: ['scenario:pod.*'] })).toEqual({
      contracts: ['sandbox.stop.twice', 'sandbox.run.ready'],
      scenarios: ['sandbox.stopped'],
    });
    expect(selected({ skip: ['sandbox.st*'] }).scenarios).toEqual(['pod.happy', 'sandbox.stopped']);
    expect(selected({ ids: ['*:pod.happy'] })).toEqual({ contracts: [], scenarios: [] });
  });

  it('reads globs', () => {
    expect(selected({ ids: ['sandbox.*'] }).contracts).toEqual(['sandbox.stop.twice', 'sandbox.run.ready']);
    expect(selected({ ids: ['*.pull.diges?'] }).contracts).toEqual(['image.pull.digest']);
    expect(selected({ ids: ['sandboxXstop*'] })).toEqual({ contracts: [], scenarios: [] });
  });

  it('leaves out what is skipped, and scenarios that have nothing left to do', () => {
    expect(selected({ skip: ['image.*', 'scenario:sandbox.stopped'] })).toEqual({
      contracts: ['sandbox.stop.twice', 'sandbox.run.ready'],
      scenarios: ['pod.happy'],
    });
    expect(selected({ skip: ['sandbox.run.*', 'image.*'] })).toEqual({
      contracts: ['sandbox.stop.twice'],
      scenarios: ['sandbox.stopped'],
    });
    expect(selected({ ids: ['image.*'], skip: ['image.*'] })).toEqual({ contracts: [], scenarios: [] });
    expect(selected({ skip: ['*'] })).toEqual({ contracts: [], scenarios: [] });
  });

  it.each([
    [{ only: ['pod.happy'] }, 'scenario:pod.happy'],
    [{ ids: ['pod.happy'] }, 'scenario:pod.happy'],
    [{ skip: ['pod.happy'] }, 'scenario:pod.happy'],
    [{ ids: ['pod.*'] }, 'scenario:pod.*'],
  ])('says how to name scenarios: %j', (selection, meant) => {
    expect(() => selected(selection)).toThrow(
      expect.objectContaining({ code: 'E-USAGE', exit: 2, fix: `did you mean ${meant}?` }),
    );
  });

  it.each([
    ['sandbox.run.redy', 'sandbox.run.ready'],
    ['scenario:pod.hapy', 'scenario:pod.happy'],
  ])('refuses a plain id that nothing has, with the one that was meant: %s', (id, meant) => {
    expect(() => selected({ skip: [id] })).toThrow(
      expect.objectContaining({ code: 'E-USAGE', exit: 2, fix: `did you mean ${meant}?` }),
    );
  });
});
