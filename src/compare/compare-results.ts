// SPDX-License-Identifier: Apache-2.0
import { type ExitCode, exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { Level } from '#contracts/contract.js';
import type { VerdictKind } from '#contracts/verdict.js';
import type { Result, ResultRuling } from '#results/result.js';
import { executedAmong } from '#results/executed.js';
import { countsAt, type FailOn } from '#results/fail-on.js';
import { levels } from '#results/levels.js';

export interface NamedResult {
  readonly name: string;
  readonly result: Result;
}

export interface ComparedContract {
  readonly contract: string;
  readonly level: Level;
  /** Rulings by target name; without the targets whose result does not list the contract. */
  readonly rulings: ReadonlyMap<string, ResultRuling>;
  /** The verdicts differ, and not only because some targets lack the feature. */
  readonly divergent: boolean;
  /** Some targets lack the feature, and on all others it is held, or on all unexercised. */
  readonly featureDiffers: boolean;
}

/** What counts against the exit code. */
export interface DifferenceFilter {
  readonly failOn: FailOn;
  /** Also features that only some of the targets have. */
  readonly features?: boolean | undefined;
}

export interface Comparison {
  readonly targets: readonly NamedResult[];
  readonly contracts: readonly ComparedContract[];
}

export function compareResults(named: readonly NamedResult[]): Comparison {
  refuseUnlessComparable(named);
  const ids = [...new Set(named.flatMap(({ result }) => result.rulings.map(({ contract }) => contract)))];
  const byName = new Map(named.map(({ name, result }) => [name, byContract(result)]));
  return { targets: named, contracts: ids.sort().map((id) => compareContract(id, byName)) };
}

export function divergences(comparison: Comparison, failOn: FailOn = 'any'): readonly ComparedContract[] {
  return comparison.contracts.filter(({ divergent, level }) => divergent && countsAt(level, failOn));
}

export function featureDifferences(
  comparison: Comparison,
  failOn: FailOn = 'any',
): readonly ComparedContract[] {
  return comparison.contracts.filter(
    ({ featureDiffers, level }) => featureDiffers && countsAt(level, failOn),
  );
}

/** Number of contracts on which all targets agree. */
export function agreements({ contracts }: Comparison): number {
  return contracts.filter(({ divergent, featureDiffers }) => !divergent && !featureDiffers).length;
}

/** The differences that make a comparison negative. */
export function countedDifferences(
  comparison: Comparison,
  { failOn, features }: DifferenceFilter,
): readonly ComparedContract[] {
  const diverging = divergences(comparison, failOn);
  return features === true ? [...diverging, ...featureDifferences(comparison, failOn)] : diverging;
}

/** A target that executed nothing contradicts no other; that is not agreement. */
export function exitOfComparison(comparison: Comparison, counted: DifferenceFilter): ExitCode {
  if (countedDifferences(comparison, counted).length > 0) return exitCode.failed;
  const idle = comparison.targets.some(({ result }) => executedAmong(result.rulings) === 0);
  return idle ? exitCode.nothingRan : exitCode.ok;
}

export function verdictIn(compared: ComparedContract, target: string): VerdictKind | 'absent' {
  return compared.rulings.get(target)?.verdict ?? 'absent';
}

type ByContract = ReadonlyMap<string, ResultRuling>;

function byContract({ rulings }: Result): ByContract {
  return new Map(rulings.map((ruling) => [ruling.contract, ruling]));
}

function compareContract(id: string, byName: ReadonlyMap<string, ByContract>): ComparedContract {
  const rulings = new Map<string, ResultRuling>();
  for (const [name, byId] of byName) {
    const ruling = byId.get(id);
    if (ruling) rulings.set(name, ruling);
  }
  const all = [...rulings.values()];
  const verdicts = new Set(all.map(({ verdict }) => verdict));
  const featureDiffers = onlyFeatureDiffers(verdicts);
  return {
    contract: id,
    level: strictest(all),
    rulings,
    divergent: verdicts.size > 1 && !featureDiffers,
    featureDiffers,
  };
}

/** Lacking a feature is no worse than having it; a broken feature is. */
function onlyFeatureDiffers(verdicts: ReadonlySet<VerdictKind>): boolean {
  const others = [...verdicts].filter((verdict) => verdict !== 'unsupported');
  const [other] = others;
  return verdicts.has('unsupported') && others.length === 1 && (other === 'held' || other === 'unexercised');
}

/** Two versions of the suite may disagree on a level; the strictest counts. */
function strictest(rulings: readonly ResultRuling[]): Level {
  return levels.find((strict) => rulings.some(({ level }) => level === strict)) ?? 'may';
}

function refuseUnlessComparable(named: readonly NamedResult[]): void {
  const names = named.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new Failure('E-USAGE', `Two targets are called "${twice}".`, {
      fix: 'give each target its own name: criprobe compare old=<target> new=<target>',
      exit: exitCode.usage,
    });
  }
  if (named.length < 2) {
    throw new Failure('E-USAGE', 'A comparison needs at least two targets.', {
      seen: names.join(' '),
      fix: 'criprobe compare <name=target> <name=target>',
      exit: exitCode.usage,
    });
  }
}
