// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '#contracts/contract.js';
import type { Scenario } from '#scenarios/scenario.js';
import { didYouMean } from '#base/document/did-you-mean.js';
import { usageFailure } from '#base/errors/usage-failure.js';

/**
 * The user's selection: globs over contract ids (`sandbox.*`), or with the prefix `scenario:` over scenario
 * ids (`scenario:pod.*`). Empty: everything.
 */
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

const scenarioPrefix = 'scenario:';

/**
 * The contracts to judge and the scenarios to run. Naming a contract selects the scenarios that exercise it;
 * naming a scenario selects the contracts it exercises. An empty selection is valid; an id that is not in `all` is a
 * usage error: a config file skips for `run` and `upgrade` alike.
 */
export function selectWork(selection: Selection, work: Work, all: Work = work): Work {
  const known = knownIds(all);
  for (const id of selection.only) refuseUnknown(id, known);
  for (const glob of [...selection.ids, ...selection.skip]) refuseMistaken(glob, known);
  const named = [...selection.ids, ...selection.only];
  const asked = anyOf(named);
  const skipped = anyOf(selection.skip);
  const wanted = work.contracts
    .map(({ id }) => id)
    .filter((id) => (named.length === 0 || asked(id)) && !skipped(id));
  const scenarios = work.scenarios.filter(
    ({ id, exercises }) =>
      !skipped(asScenario(id)) && (asked(asScenario(id)) || wanted.some((each) => isIn(exercises, each))),
  );
  const along = scenarios.filter(({ id }) => asked(asScenario(id))).flatMap(({ exercises }) => exercises);
  return {
    contracts: work.contracts.filter(({ id }) => wanted.includes(id) || (isIn(along, id) && !skipped(id))),
    scenarios,
  };
}

export function asScenario(id: string): string {
  return `${scenarioPrefix}${id}`;
}

/** The id of a scenario, with or without the prefix. */
export function withoutPrefix(id: string): string {
  return id.startsWith(scenarioPrefix) ? id.slice(scenarioPrefix.length) : id;
}

export function unknownId(id: string, known: readonly string[]): Error {
  const meant = didYouMean(id, known);
  const fix = meant === undefined ? 'criprobe list contracts' : `did you mean ${meant}?`;
  return usageFailure(`Unknown id: ${id}`, fix);
}

function knownIds({ contracts, scenarios }: Work): readonly string[] {
  return [...contracts.map(({ id }) => id), ...scenarios.map(({ id }) => asScenario(id))];
}

function refuseUnknown(id: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  refuseForgottenPrefix(id, known);
  throw unknownId(id, known);
}

/** A glob may match nothing, but not because the user forgot the prefix of scenarios. */
function refuseMistaken(glob: string, known: readonly string[]): void {
  if (!/[*?]/.test(glob)) refuseUnknown(glob, known);
  else if (!known.some(anyOf([glob]))) refuseForgottenPrefix(glob, known);
}

function refuseForgottenPrefix(glob: string, known: readonly string[]): void {
  const meant = asScenario(glob);
  if (!known.some(anyOf([meant]))) return;
  throw usageFailure(`No contract matches ${glob}`, `did you mean ${meant}?`);
}

function isIn(ids: readonly string[], id: string): boolean {
  return ids.includes(id);
}

/** Whether the user selected everything. */
export function asksForAll({ ids, only, skip }: Selection): boolean {
  return ids.length === 0 && only.length === 0 && skip.length === 0;
}

function anyOf(globs: readonly string[]): (id: string) => boolean {
  const patterns = globs.map(asPattern);
  return (id) => patterns.some((pattern) => pattern.test(id));
}

/** `*` matches any text, `?` one character; neither matches the prefix of scenarios. */
function asPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const start = glob.startsWith(scenarioPrefix) ? '' : `(?!${scenarioPrefix})`;
  return new RegExp(`^${start}${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
