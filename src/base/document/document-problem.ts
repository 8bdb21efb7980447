// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { allowedKeys, valueAt } from './allowed-keys.js';
import { didYouMean } from './did-you-mean.js';

/** The schema of a document. */
export interface DocumentSchema<T> {
  readonly schema: z.ZodType<T>;
  /** Keys reserved for a later version, each with the reason why this one refuses it. */
  readonly notYet?: Readonly<Record<string, string>>;
}

export interface DocumentProblem {
  readonly path: readonly PropertyKey[];
  readonly says: string;
  readonly fix: string | undefined;
  /** Whether the key is wrong (present or missing) instead of its value. */
  readonly isKey: boolean;
}

/** One zod issue, worded for the author of the file. */
export function problemOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  schema: DocumentSchema<unknown>,
): DocumentProblem {
  if (issue.code === 'unrecognized_keys') return unknownKey(issue, schema);
  const given = valueAt(value, issue.path);
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const meant = typeof given === 'string' ? didYouMean(given, choices) : undefined;
  return {
    path: issue.path,
    says: saysOf(issue, { given, choices }),
    fix: meant && `did you mean "${meant}"?`,
    isKey: given === undefined,
  };
}

function saysOf(
  issue: z.core.$ZodIssue,
  { given, choices }: { readonly given: unknown; readonly choices: readonly string[] },
): string {
  if (choices.length > 0) return `expected ${choices.join(' or ')}, found ${found(given)}`;
  if (issue.code === 'invalid_format') return `expected a ${issue.format}, found ${found(given)}`;
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message;
  return given === undefined ? 'is required' : `expected ${issue.expected}, found ${found(given)}`;
}

function unknownKey(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  { schema, notYet }: DocumentSchema<unknown>,
): DocumentProblem {
  const key = issue.keys[0] ?? '';
  const path = [...issue.path, key];
  const later = issue.path.length === 0 ? notYet?.[key] : undefined;
  if (later !== undefined) {
    const says = `not yet: ${later}. It is refused, so that nobody relies on a rule that is not checked`;
    return { path, says, fix: `remove ${key}`, isKey: true };
  }
  const known = allowedKeys(schema, issue.path);
  const meant = didYouMean(key, known);
  const fix = meant === undefined ? `known keys: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return { path, says: 'unknown key', fix, isKey: true };
}

/** Values that are large or recursive (YAML aliases) are named, not printed. */
function found(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (Array.isArray(given)) return 'a list';
  return typeof given === 'object' && given !== null ? 'an object' : JSON.stringify(given);
}
