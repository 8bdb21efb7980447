// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { parseQuantity } from '../quantity.js';

export const label: z.ZodString = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be lower-case letters, digits and -')
  .max(63);
export const subdomain: z.ZodString = z
  .string()
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    'must be lower-case letters, digits, - and .',
  )
  .max(253);
export const strings: z.ZodArray<z.ZodString> = z.array(z.string());
export const portNumber: z.ZodType = z.int().min(1).max(65535);
export const secondsSchema: z.ZodType = z.int().min(0);
export const id: z.ZodType = z.int().min(0).max(2_147_483_647);
export const fileMode: z.ZodType = z.int().min(0).max(0o777, 'must be a file mode up to 0777');

export const quantity: z.ZodType = z
  .union([z.string(), z.number()])
  .refine((amount) => (parseQuantity(amount) ?? -1) >= 0, {
    error: ({ input }) => `${String(input)} is not a quantity (as 500m, 64Mi, 1)`,
  });
export const quantities: z.ZodType = z.record(z.string(), quantity);

const qualifiedName =
  /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
export const qualified: z.ZodString = z
  .string()
  .regex(qualifiedName, 'must be [prefix/]name of letters, digits, -, _ and .');
export const labels: z.ZodType = z.record(
  qualified,
  z
    .string()
    .regex(
      /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/,
      'must be letters, digits, -, _ and ., and begin and end with a letter or digit',
    )
    .max(63),
);

/** A relative path without `..`. */
export const innerPath: z.ZodType = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/'), 'must be a relative path')
  .refine((path) => !path.split('/').includes('..'), "must not contain '..'");

/** Exactly one of the fields must be set. */
export function oneOf(names: readonly string[]): (value: Readonly<Record<string, unknown>>) => boolean {
  return (value) => names.filter((name) => value[name] !== undefined).length === 1;
}
