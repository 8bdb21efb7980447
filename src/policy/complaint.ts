// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { DocumentKind } from './document-kind.js';
import { nearest } from './nearest.js';

export interface Complaint {
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
export function complaintOf(issue: z.core.$ZodIssue, about: About): Complaint {
  if (issue.code === 'unrecognized_keys') return unknownKey(issue, about);
  const given = valueAt(about.value, issue.path);
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const meant = typeof given === 'string' ? nearest(given, choices) : undefined;
  const says = saysOf(issue, { given, choices });
  return { path: issue.path, key: written(issue.path), says, fix: meant && `did you mean "${meant}"?` };
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

function unknownKey(issue: z.core.$ZodIssueUnrecognizedKeys, { kind }: About): Complaint {
  const key = issue.keys[0] ?? '';
  const path = [...issue.path, key];
  const later = issue.path.length === 0 ? kind.notYet?.[key] : undefined;
  if (later !== undefined) {
    const says = `not yet: ${later}. It is refused, not ignored, so that nobody trusts a rule nobody checks`;
    return { path, key: written(path), says, fix: `remove ${key}` };
  }
  const known = keysAt(z.toJSONSchema(kind.schema, { io: 'input' }), issue.path);
  const meant = nearest(key, known);
  const fix = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return { path, key: written(path), says: 'there is no such key', fix };
}

function keysAt(schema: z.core.JSONSchema.BaseSchema, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const step of path) {
    at = typeof step === 'number' ? valueAt(at, ['items']) : valueAt(at, ['properties', step]);
  }
  return Object.keys(valueAt(at, ['properties']) ?? {});
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}

function written(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text && '.'}${String(step)}`),
    '',
  );
}

function found(given: unknown): string {
  return given === undefined ? 'nothing' : JSON.stringify(given);
}
