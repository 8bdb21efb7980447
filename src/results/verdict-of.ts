// SPDX-License-Identifier: Apache-2.0
import { type ExitCode, exitCode } from '#base/exit-code.js';
import { executedAmong } from './executed.js';
import { fails } from './fails.js';
import { countsAt, type FailOn } from './fail-on.js';
import type { Level } from '#contracts/contract.js';
import type { VerdictKind } from '#contracts/verdict.js';
import type { Result } from './result.js';

export interface RunVerdict {
  readonly word: 'CONFORMANT' | 'NOT CONFORMANT' | 'UNDECIDED' | 'NO VERDICT';
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
  return say('CONFORMANT', [`${contracts(executedAmong(must), 'must')} held`, ...lesser(result)]);
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

/** An undecided contract was not shown to hold: it counts like a violated one of its level. */
export function exitCodeOf(result: Result, options: ExitOptions = {}): ExitCode {
  if (failuresOf(result, options).length > 0) return exitCode.failed;
  if (executedAmong(result.rulings) > 0 || options.passWithNoTests === true) return exitCode.ok;
  return exitCode.nothingRan;
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
