// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Outage } from '#evidence/history/outage.js';
import { judgeEach, holds } from './judging.js';
import type { Verdict } from '../verdict.js';

export interface StatusRead<Status> {
  readonly call: AnsweredCall;
  readonly status: Status;
}

/** A field that differs after an outage. */
export interface FieldChange<Status> {
  readonly field: keyof Status & string;
  readonly before: Status;
  readonly after: Status;
  /** Absent: nothing is known of it. */
  readonly outage: Outage | undefined;
}

/** Whether that is right all the same. */
export type MayChange<Status> = (change: FieldChange<Status>) => boolean;

interface KeptRule<Status> {
  /** What is said where there is nothing to compare. */
  readonly none: string;
  readonly mayChange: MayChange<Status>;
}

interface Sides<Status> {
  /** Absent: nothing is known of an outage in between. */
  readonly outage?: Outage;
  readonly before: StatusRead<Status>;
  readonly after: readonly [StatusRead<Status>, ...StatusRead<Status>[]];
}

/**
 * Every answer after an outage has the same values in these fields as the last one before it. Lists are
 * compared as sets.
 */
export function fieldsKept<Status extends object>(
  survivors: readonly Sides<Status>[],
  fields: readonly (keyof Status & string)[],
  rule: string | KeptRule<Status>,
): Verdict {
  const { none, mayChange } = typeof rule === 'string' ? { none: rule, mayChange: () => false } : rule;
  return judgeEach(survivors, none, ({ before, after, outage }) => {
    const changedIn = ({ status }: StatusRead<Status>): readonly (keyof Status & string)[] =>
      changedFields(before.status, status, fields).filter(
        (field) => !mayChange({ field, before: before.status, after: status, outage }),
      );
    const other = after.find((read) => changedIn(read).length > 0);
    if (other === undefined) return holds([before.call, after[0].call], true, { expected: '', actual: '' });
    const changed = changedIn(other);
    return holds([before.call, other.call], false, {
      expected: `as before: ${textOf(before.status, changed)}`,
      actual: textOf(other.status, changed),
    });
  });
}

export function changedFields<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): readonly (keyof T & string)[] {
  return fields.filter((field) => !isSame(before[field], after[field]));
}

/** A repeated answer is the same object as the first. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}

/** For people; long values are cut. */
export function textOf<T extends object>(of: T, fields: readonly (keyof T & string)[]): string {
  return fields.map((field) => `${field} ${cut(canonical(of[field]))}`).join(', ');
}

const maxLength = 160;

function cut(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

/** On the wire a default value equals an absent field: some runtimes send it, others do not. */
const defaults: ReadonlySet<unknown> = new Set([undefined, false, 0, '', '0']);

/** The same text for the same value, whatever the order of maps and lists. */
export function canonical(value: unknown): string {
  return defaults.has(value) ? 'none' : textFor(value);
}

function textFor(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textFor).sort().join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .map(([key, item]) => `${key}: ${textFor(item)}`)
    .sort()
    .join(', ')}}`;
}

/** Everything that was there is there still; there may be more. */
export function isGrown(before: unknown, after: unknown): boolean {
  if (canonical(before) === 'none' || isSame(before, after)) return true;
  if (Array.isArray(before) && Array.isArray(after))
    return before.every((one: unknown) => after.some((other: unknown) => isGrown(one, other)));
  if (!isRecord(before) || !isRecord(after)) return false;
  return Object.entries(before).every(([key, value]) => isGrown(value, after[key]));
}

/** One answer may lack what the other has: in between, a newer version took over, which fills in more. */
export function isSameOrFilled(isUpgraded: boolean, one: unknown, other: unknown): boolean {
  return isSame(one, other) || (isUpgraded && (isGrown(one, other) || isGrown(other, one)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A newer version of the runtime may fill in what the old one left out, and the old one leaves it out again. */
export function mayDiffer(outage: Outage | undefined, before: unknown, after: unknown): boolean {
  if (outage?.upgraded !== true) return false;
  return outage.back ? isGrown(after, before) : isGrown(before, after);
}

/** Fields that not every version knows. */
export function grownFields<Status extends object>(
  fields: readonly (keyof Status & string)[],
): MayChange<Status> {
  return ({ field, before, after, outage }) =>
    fields.includes(field) && mayDiffer(outage, before[field], after[field]);
}
