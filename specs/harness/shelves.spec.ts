// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.js';
import { allScenarios } from '#scenarios/all.js';

interface Item {
  readonly id: string;
  readonly title: string;
}

/** Why no scenario of ours gives occasion for a contract. */
const withoutScenario: Readonly<Record<string, string>> = {};

const src = new URL('../../src/', import.meta.url);

/** `contracts/sandbox/stop-idempotent.ts` of everything that lies on a shelf. */
function filesOf(shelf: string): readonly string[] {
  const files = readdirSync(new URL(`${shelf}/`, src), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.includes('/') && file.endsWith('.ts') && !/^(judging|occasions)\//.test(file))
    .map((file) => `${shelf}/${file}`);
}

const fileOf = (shelf: string, id: string): string => `${shelf}/${id.replaceAll('.', '/')}.ts`;

const shelves: readonly (readonly [string, readonly Item[]])[] = [
  ['contracts', allContracts],
  ['scenarios', allScenarios],
];

describe.each(shelves)('the shelf of %s', (shelf, items) => {
  const ids = items.map(({ id }) => id);

  it('is in the order of the ids, each of which is there once', () => {
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('has a file for every id, named after it, and no other', () => {
    expect(filesOf(shelf).toSorted()).toEqual(ids.map((id) => fileOf(shelf, id)).sort());
  });

  it('says in every file the id it is named after', () => {
    const wrong = ids.filter(
      (id) => !readFileSync(new URL(fileOf(shelf, id), src), 'utf8').includes(`id: '${id}'`),
    );
    expect(wrong).toEqual([]);
  });

  it('has ids of lower-case words and titles that are sentences without a full stop', () => {
    const parts = shelf === 'contracts' ? 3 : 2;
    expect(ids.filter((id) => !new RegExp(`^[a-z-]+(\\.[a-z0-9-]+){${parts - 1}}$`).test(id))).toEqual([]);
    expect(items.filter(({ title }) => title.length < 20 || title.endsWith('.'))).toEqual([]);
    expect(new Set(items.map(({ title }) => title)).size).toBe(items.length);
  });
});

describe('contracts', () => {
  it.each(allContracts.map((contract) => [contract.id, contract] as const))(
    '%s says on whose authority',
    (_, contract) => {
      expect(contract.reference.source).not.toBe('');
      expect(contract.reference.says).not.toBe('');
      expect(contract.consequence).toMatch(/\.$/);
      expect(contract.covers.length).toBeGreaterThan(0);
      expect(contract.covers.filter((id) => !/^[A-Z]{1,3}-?\d+$/.test(id))).toEqual([]);
    },
  );

  it('are each exercised by a scenario, or it is said why not', () => {
    const exercised = new Set(allScenarios.flatMap(({ exercises }) => exercises));
    const idle = allContracts.filter(({ id }) => !exercised.has(id)).map(({ id }) => id);
    expect(idle).toEqual(Object.keys(withoutScenario).sort());
  });
});

describe('scenarios', () => {
  it.each(allScenarios.map((scenario) => [scenario.id, scenario] as const))(
    '%s exercises contracts that exist',
    (_, scenario) => {
      const known = new Set(allContracts.map(({ id }) => id));
      expect(scenario.exercises.length).toBeGreaterThan(0);
      expect(scenario.exercises.filter((id) => !known.has(id))).toEqual([]);
      expect(scenario.exercises).toEqual([...new Set(scenario.exercises)].sort());
    },
  );

  it('tell every numbered flow of a kubelet, and no other', () => {
    const flows = Array.from({ length: 76 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`);
    expect([...new Set(allScenarios.flatMap(({ flows: told = [] }) => told))].sort()).toEqual(flows);
  });

  it('are called what they are for when nothing but a flow is told', () => {
    const untold = allScenarios.filter(({ flows = [], exercises }) => flows.length + exercises.length === 0);
    expect(untold).toEqual([]);
  });
});
