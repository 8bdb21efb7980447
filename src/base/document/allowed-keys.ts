// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** Keys that a schema allows at a path, for did-you-mean hints. */
export function allowedKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = z.toJSONSchema(schema, { io: 'input' });
  for (const step of path) {
    at = typeof step === 'number' ? valueAt(at, ['items']) : valueAt(at, ['properties', step]);
  }
  return Object.keys(valueAt(at, ['properties']) ?? {});
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}
