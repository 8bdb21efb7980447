// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { changedFields, isSameOrFilled } from '../../judging/unchanged.js';
import { mayBeRenamed, nameOf } from '../image-names.js';

/**
 * Fields in which two views of one object differ. A default may be left out, at any depth; an image has
 * several names, of which a view may show any, with the rest of its spec; and a newer version of a runtime may fill in what the old one
 * left out.
 */
export function differing<T extends object>(
  evidence: Evidence,
  [one, other]: readonly [T, T],
  fields: readonly (keyof T & string)[],
): readonly (keyof T & string)[] {
  return changedFields(one, other, fields).filter((field) => {
    const [before, after] = [imageIn(field, one[field]), imageIn(field, other[field])];
    if (before !== undefined && after !== undefined && mayBeRenamed(evidence, before, after))
      return (
        before === after && !isSameOrFilled(evidence.isUpgraded(), spare(one[field]), spare(other[field]))
      );
    const [left, right] = isMap(field) ? [one[field], other[field]] : [one[field], other[field]].map(spare);
    return !isSameOrFilled(evidence.isUpgraded(), left, right);
  });
}

/** Every key and every value of a user counts. */
const isMap = (field: string): boolean => field === 'labels' || field === 'annotations';

function imageIn(field: string, value: unknown): string | undefined {
  if (field === 'image_ref' && typeof value === 'string') return value;
  return field === 'image' && typeof value === 'object' && value !== null ? nameOf(value) : undefined;
}

/** The first values of enums that are part of a status are defaults, too. */
const defaults: ReadonlySet<unknown> = new Set([
  ...[undefined, false, 0, '', '0'],
  ...['POD', 'PROPAGATION_PRIVATE', 'RUNTIME_DEFAULT'],
]);

/** Without defaults; undefined if nothing else is in it. */
function spare(value: unknown): unknown {
  if (defaults.has(value)) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(spare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, item]) => [key, spare(item)] as const)
    .filter(([, item]) => item !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
