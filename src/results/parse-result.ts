// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { z } from 'zod';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { Result } from './result.js';
import { excessIn, excessInText } from './result-limits.js';
import { resultSchema } from './result-schema.js';
import { verdictKinds } from './verdict-kinds.js';

/** Parses the text of a result file; refuses anything else with the reason. */
export function parseResult(text: string, file: string): Result {
  const value = parseJson(text, file);
  refuseOtherFiles(value, file);
  const parsed = resultSchema.safeParse(value);
  if (!parsed.success) throw bad(file, 'is not a criprobe result', issuesOf(parsed.error));
  const excess = excessIn(parsed.data);
  if (excess !== undefined) throw bad(file, 'is too large for a result', excess);
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) throw bad(file, 'contradicts itself', contradiction);
  return parsed.data;
}

function parseJson(text: string, file: string): unknown {
  if (text.trim() === '') throw bad(file, 'is empty', 'no bytes: the run that wrote it did not finish');
  const excess = excessInText(text);
  if (excess !== undefined) throw bad(file, 'is too large for a result', excess);
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (/^\s*\{.*\}\s*\n\s*\{/.test(text)) throw recording(file);
    throw bad(file, 'is not JSON', errorMessage(cause));
  }
}

function refuseOtherFiles(value: unknown, file: string): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && value.type === 'header') throw recording(file);
  if ('schemaVersion' in value && typeof value.schemaVersion === 'number' && value.schemaVersion > 1) {
    throw bad(file, 'was written by a newer criprobe', `schemaVersion ${value.schemaVersion}`);
  }
}

function issuesOf(error: z.ZodError): string {
  const [first, ...more] = error.issues;
  if (!first) return error.message;
  const where = first.path.map(String).join('.') || 'top level';
  return `${where}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

/** A gate trusts these files: one that was edited or truncated must not pass for a run. */
function contradictionIn({ rulings, summary }: Result): string | undefined {
  const ids = rulings.map(({ contract }) => contract);
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  if (twice !== undefined) return `${twice} is ruled on twice`;
  const wrong = verdictKinds.find(
    (kind) => rulings.filter((r) => r.verdict === kind).length !== summary[kind],
  );
  return wrong && `summary.${wrong} is ${summary[wrong]}, but the rulings say otherwise`;
}

function recording(file: string): Failure {
  return new Failure('E-RESULT', `${file} is a recording, not a result.`, {
    fix: `criprobe judge ${file} --json > result.json`,
    exit: exitCode.usage,
  });
}

function bad(file: string, what: string, seen: string): Failure {
  return new Failure('E-RESULT', `${file} ${what}.`, {
    seen,
    fix: 'write one with: criprobe run --json > result.json',
    exit: exitCode.usage,
  });
}
