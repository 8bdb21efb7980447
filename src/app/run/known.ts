// SPDX-License-Identifier: Apache-2.0
import * as z from 'zod';
import { exitCode, type ExitCode } from '#base/exit-code.js';
import { allContracts } from '#contracts/all.generated.js';
import type { Result } from '#results/result.js';
import { type KnownFailing, knownFailingSchema } from '#policy/known-failing.js';
import { knownFindings, type KnownFinding } from '#policy/known-findings.js';
import { exitCodeOf } from '#results/verdict-of.js';
import type { RunOptions } from './run-options.js';

/** Effect of a list of known failures on a result: it excuses failures, and must itself be true. */
export interface KnownFailures {
  readonly excused: ReadonlySet<string>;
  /** Lines that are no longer true; each makes the verdict negative. */
  readonly complaints: readonly string[];
}

/** Reads the list of --known-failing. */
export async function readKnownFailing(file: string, signal?: AbortSignal): Promise<readonly KnownFailing[]> {
  const { readYaml } = await import('../target/read-yaml.js');
  return readYaml(file, z.array(knownFailingSchema), signal);
}

export function knownOf(lines: readonly KnownFailing[], result: Result, now: Date): KnownFailures {
  const today = now.toISOString().slice(0, 10);
  const findings = knownFindings(lines, { result, today, catalogue: allContracts });
  return {
    excused: new Set(
      findings.filter(({ state, expired }) => state === 'fails' && !expired).map(({ line }) => line.id),
    ),
    complaints: findings.flatMap((finding) => complaint(finding) ?? []),
  };
}

/** A list that is no longer true makes the verdict negative, whatever the contracts say. */
export function exitGiven(
  { excused, complaints }: KnownFailures,
  result: Result,
  { failOn, passWithNoTests }: Pick<RunOptions, 'failOn' | 'passWithNoTests'>,
): ExitCode {
  if (complaints.length > 0) return exitCode.failed;
  return exitCodeOf(result, { failOn, passWithNoTests, known: excused });
}

function complaint({ line, state, expired }: KnownFinding): string | undefined {
  if (state === 'holds') return `${line.id} is listed as failing (${line.reason}) and holds: remove the line`;
  if (state === 'unknown') return `${line.id} is listed as failing, but there is no such contract`;
  return expired && state === 'fails' ? `${line.id} was excused until ${line.expires ?? ''}` : undefined;
}
