// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import { bugClaims, kubeletClaims } from '#contracts/claims.js';
import { allScenarios } from '#scenarios/all.generated.js';

interface Item {
  readonly id: string;
  readonly title: string;
}

/** Why no scenario of ours gives occasion for a contract. */
const withoutScenario: Readonly<Record<string, string>> = {};

const src = new URL('../../src/', import.meta.url);

/** Folders of the catalogues that serve the entries. */
const serving = new Set(['contracts/judging', 'contracts/occasions']);

/** `contracts/sandbox/stop/idempotent.ts` of everything that lies in a folder of a catalogue. */
function filesOf(room: string): readonly string[] {
  const folders = readdirSync(new URL(`${room}/`, src), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !serving.has(`${room}/${entry.name}`),
  );
  return folders.flatMap(({ name }) =>
    readdirSync(new URL(`${room}/${name}/`, src), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${room}/${name}/${file}`),
  );
}

const fileOf = (room: string, id: string): string => `${room}/${id.replaceAll('.', '/')}.ts`;

const catalogues: readonly (readonly [string, number, readonly Item[]])[] = [
  ['contracts', 3, allContracts],
  ['scenarios', 2, allScenarios],
];

describe.each(catalogues)('the catalogue of %s', (room, words, items) => {
  const ids = items.map(({ id }) => id);

  it('is in the order of the ids, each of which is there once', () => {
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('has a file for every id, named after it, and no other', () => {
    expect(filesOf(room).toSorted()).toEqual(ids.map((id) => fileOf(room, id)).sort());
  });

  it('says in every file the id it is named after', () => {
    const wrong = ids.filter(
      (id) => !readFileSync(new URL(fileOf(room, id), src), 'utf8').includes(`id: '${id}'`),
    );
    expect(wrong).toEqual([]);
  });

  it('has ids of lower-case words and titles that are sentences without a full stop', () => {
    const form = new RegExp(`^[a-z-]+(\\.[a-z0-9-]+){${words - 1}}$`);
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
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
    },
  );

  it('are each exercised by a scenario, or it is said why not', () => {
    const exercised = new Set<string>(allScenarios.flatMap(({ exercises }) => exercises));
    const idle = allContracts.filter(({ id }) => !exercised.has(id)).map(({ id }) => id);
    expect(idle).toEqual(Object.keys(withoutScenario).sort());
  });

  it('stand for every claim', () => {
    const covered = new Set<string>(allContracts.flatMap(({ covers }) => covers));
    expect(Object.keys({ ...kubeletClaims, ...bugClaims }).filter((code) => !covered.has(code))).toEqual([]);
  });
});

describe('scenarios', () => {
  it.each(allScenarios.map((scenario) => [scenario.id, scenario] as const))(
    '%s names what it exercises once and in order',
    (_, { exercises }) => {
      expect(exercises.length).toBeGreaterThan(0);
      expect(exercises).toEqual([...new Set(exercises)].sort());
    },
  );
});
