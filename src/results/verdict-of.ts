// SPDX-License-Identifier: Apache-2.0
import { type ExitCode, exitCode } from '#base/exit-code.js';
import { executedAmong } from './executed.js';
import { fails } from './fails.js';
import { countsAt, type FailOn } from './fail-on.js';
import type { Level } from '#contracts/contract.js';
import type { VerdictKind } from '#contracts/verdict.js';
import type { Result } from './result.js';

export interface RunVerdict {
  readonly word: 'CONFORMANT' | 'NOT CONFORMANT' | 'INCOMPLETE' | 'UNDECIDED' | 'NO VERDICT';
  /** Goes with the word; no full stop. */
  readonly sentence: string;
}

/** The verdict on the runtime. Only MUST contracts decide the word. */
export function verdictOf(result: Result): RunVerdict {
  const violated = count(result, 'must', 'violated');
  const undecided = count(result, 'must', 'undecided');
  const unsure = undecided > 0 ? `could not tell for ${contracts(undecided, 'must')}` : undefined;
  if (violated > 0) return say('NOT CONFORMANT', [`${contracts(violated, 'must')} violated`, unsure]);
  if (unsure !== undefined) return say('UNDECIDED', [unsure]);
  if (executedAmong(result.rulings) === 0) return say('NO VERDICT', ['no contract was put to the test']);
  const must = result.rulings.filter(({ level }) => level === 'must');
  if (executedAmong(must) === 0)
    return say('NO VERDICT', ['no must contract was put to the test', ...lesser(result)]);
  const idle = count(result, 'must', 'unexercised');
  const lacking = count(result, 'must', 'unsupported');
  const judged = `${executedAmong(must)} of ${contracts(must.length, 'must')} held`;
  const rest = [...(lacking > 0 ? [`${lacking} unsupported`] : []), ...lesser(result)];
  return idle > 0
    ? say('INCOMPLETE', [judged, `no occasion for ${contracts(idle, 'must')}`, ...rest])
    : say('CONFORMANT', [judged, ...rest]);
}

export interface ExitOptions {
  readonly passWithNoTests?: boolean;
  /** From which level on a violated or undecided contract makes the verdict negative. Default: must. */
  readonly failOn?: FailOn;
  /** Contracts that are known to fail and are excused. */
  readonly known?: ReadonlySet<string>;
}

/** The rulings that make the exit code 1. */
export function failuresOf(result: Result, { failOn = 'must', known }: ExitOptions = {}): Result['rulings'] {
  return result.rulings.filter(
    ({ contract, level, verdict }) => fails({ verdict }) && countsAt(level, failOn) && !known?.has(contract),
  );
}

/**
 * An undecided contract was not shown to hold: it counts like a violated one of its level. A must contract that found no
 * occasion leaves the run without an answer, as if nothing had run.
 */
export function exitCodeOf(result: Result, options: ExitOptions = {}): ExitCode {
  if (failuresOf(result, options).length > 0) return exitCode.failed;
  const isWhole = executedAmong(result.rulings) > 0 && count(result, 'must', 'unexercised') === 0;
  return isWhole || options.passWithNoTests === true ? exitCode.ok : exitCode.nothingRan;
}

function count(result: Result, level: Level, verdict: VerdictKind): number {
  return result.rulings.filter((ruling) => ruling.level === level && ruling.verdict === verdict).length;
}

function lesser(result: Result): readonly string[] {
  return (['should', 'may'] as const).flatMap((level) => {
    const broken = count(result, level, 'violated');
    const unsure = count(result, level, 'undecided');
    return [
      ...(broken > 0 ? [`${contracts(broken, level)} violated`] : []),
      ...(unsure > 0 ? [`${contracts(unsure, level)} undecided`] : []),
    ];
  });
}

function contracts(many: number, level: Level): string {
  return `${many} ${level} contract${many === 1 ? '' : 's'}`;
}

function say(word: RunVerdict['word'], facts: readonly (string | undefined)[]): RunVerdict {
  return { word, sentence: `${word}: ${facts.filter((fact) => fact !== undefined).join('; ')}` };
}
