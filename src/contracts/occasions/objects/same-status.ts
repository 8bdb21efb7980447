// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import { changedFields, isSameOrFilled } from '../../judging/unchanged.js';
import { mayBeRenamed, nameOf } from '../image-names.js';

/**
 * Fields in which two views of one object differ. An image has several names, of which a view may show any;
 * and a newer version of a runtime may fill in what the old one left out.
 */
export function differing<T extends object>(
  evidence: Evidence,
  [one, other]: readonly [T, T],
  fields: readonly (keyof T & string)[],
): readonly (keyof T & string)[] {
  return changedFields(one, other, fields).filter((field) => {
    const [before, after] = [imageIn(field, one[field]), imageIn(field, other[field])];
    if (before !== undefined && after !== undefined && mayBeRenamed(evidence, before, after)) return false;
    return !isSameOrFilled(evidence.isUpgraded(), one[field], other[field]);
  });
}

function imageIn(field: string, value: unknown): string | undefined {
  if (field === 'image_ref' && typeof value === 'string') return value;
  return field === 'image' && typeof value === 'object' && value !== null ? nameOf(value) : undefined;
}
