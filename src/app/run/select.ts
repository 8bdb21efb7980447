// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import type { Scenario } from '#scenarios/scenario.js';
import { didYouMean } from '#base/document/did-you-mean.js';
import { usageFailure } from '#base/errors/usage-failure.js';

/** What a person asked for: globs over the ids of contracts and scenarios (`sandbox.*`). Empty: everything. */
export interface Selection {
  readonly ids: readonly string[];
  /** Ids that must exist. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

export interface Work {
  readonly contracts: readonly Contract[];
  readonly scenarios: readonly Scenario[];
}

/**
 * The contracts to judge and the scenarios to run. Naming a contract brings the scenarios that exercise it; naming a
 * scenario brings the contracts it exercises. Nothing left is an answer, an id that nothing has is a usage error.
 */
export function selectWork(selection: Selection, { contracts, scenarios }: Work): Work {
  const ids = [...contracts.map(({ id }) => id), ...scenarios.map(({ id }) => id)];
  for (const id of [...selection.only, ...selection.ids.filter(isPlain), ...selection.skip.filter(isPlain)]) {
    if (!ids.includes(id)) throw unknownId(id, ids);
  }
  const asked = wanted([...selection.ids, ...selection.only]);
  const skipped = anyOf(selection.skip);
  const named = scenarios.filter(({ id }) => asked(id));
  const byScenario = new Set(named.flatMap(({ exercises }) => exercises));
  const judged = contracts.filter(({ id }) => (asked(id) || byScenario.has(id)) && !skipped(id));
  const needed = new Set(judged.filter(({ id }) => asked(id)).map(({ id }) => id));
  return {
    contracts: judged,
    scenarios: scenarios.filter(
      ({ id, exercises }) =>
        !skipped(id) && (asked(id) || exercises.some((contract) => needed.has(contract))),
    ),
  };
}

export function unknownId(id: string, known: readonly string[]): Error {
  const meant = didYouMean(id, known);
  const fix = meant === undefined ? 'criprobe list contracts' : `did you mean ${meant}?`;
  return usageFailure(`Nothing is called ${id}`, fix);
}

/** Whether nothing was left out on request. */
export function asksForAll({ ids, only, skip }: Selection): boolean {
  return ids.length === 0 && only.length === 0 && skip.length === 0;
}

function isPlain(glob: string): boolean {
  return !/[*?]/.test(glob);
}

function wanted(globs: readonly string[]): (id: string) => boolean {
  return globs.length === 0 ? () => true : anyOf(globs);
}

function anyOf(globs: readonly string[]): (id: string) => boolean {
  const patterns = globs.map(asPattern);
  return (id) => patterns.some((pattern) => pattern.test(id));
}

/** `*` stands for any text, `?` for one character. */
function asPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
