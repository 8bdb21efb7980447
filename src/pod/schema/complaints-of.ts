// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import type { ManifestProblem } from '../manifest-place.js';

export function complaintsOf(schema: z.ZodType, value: unknown): readonly ManifestProblem[] {
  const checked = schema.safeParse(value);
  if (checked.success) return [];
  return checked.error.issues.map((issue) => ({
    path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    message: issue.message,
  }));
}
