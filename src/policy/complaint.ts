// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { didYouMean } from '#base/document/did-you-mean.js';
import { allowedKeys, valueAt } from '#base/document/allowed-keys.js';
import { formatPath } from '#base/document/format-path.js';
import type { DocumentKind } from './document-kind.js';

export interface PolicyProblem {
  readonly path: readonly PropertyKey[];
  /** The path as people write it: knownFailing[0].expires. */
  readonly key: string;
  readonly says: string;
  readonly fix: string | undefined;
}

interface About {
  readonly value: unknown;
  readonly kind: DocumentKind<unknown>;
}

/** One issue of zod in words for the person who wrote the file. */
export function policyProblemOf(issue: z.core.$ZodIssue, about: About): PolicyProblem {
  if (issue.code === 'unrecognized_keys') return unknownKey(issue, about);
  const given = valueAt(about.value, issue.path);
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const meant = typeof given === 'string' ? didYouMean(given, choices) : undefined;
  const says = saysOf(issue, { given, choices });
  return { path: issue.path, key: formatPath(issue.path), says, fix: meant && `did you mean "${meant}"?` };
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

function unknownKey(issue: z.core.$ZodIssueUnrecognizedKeys, { kind }: About): PolicyProblem {
  const key = issue.keys[0] ?? '';
  const path = [...issue.path, key];
  const later = issue.path.length === 0 ? kind.notYet?.[key] : undefined;
  if (later !== undefined) {
    const says = `not yet: ${later}. It is refused, not ignored, so that nobody trusts a rule nobody checks`;
    return { path, key: formatPath(path), says, fix: `remove ${key}` };
  }
  const known = allowedKeys(kind.schema, issue.path);
  const meant = didYouMean(key, known);
  const fix = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return { path, key: formatPath(path), says: 'there is no such key', fix };
}

function found(given: unknown): string {
  return given === undefined ? 'nothing' : JSON.stringify(given);
}
