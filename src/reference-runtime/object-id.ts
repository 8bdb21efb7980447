// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';

export const newId = (): string => randomBytes(32).toString('hex');

/** Finds an object by its full id, or by a unique prefix. */
export function findById<T>(objects: ReadonlyMap<string, T>, id: string | undefined): T | undefined {
  if (id === undefined || id === '') return undefined;
  const exact = objects.get(id);
  if (exact !== undefined) return exact;
  const fitting = [...objects.keys()].filter((key) => key.startsWith(id));
  return fitting.length === 1 ? objects.get(fitting[0] ?? '') : undefined;
}
