// SPDX-License-Identifier: Apache-2.0
import { normalize } from 'node:path';
import { z } from 'zod';

export const isPlainPath = (path: string): boolean =>
  path.startsWith('/') &&
  path !== '/' &&
  !path.endsWith('/') &&
  !path.includes('\0') &&
  normalize(path) === path;

/** Absolute, and normalized as by the kernel. */
export const plainPath: z.ZodType<string> = z.string().refine(isPlainPath);

export const socketEndpoint: z.ZodType<string> = z
  .string()
  .refine((text) => text.startsWith('unix://') && isPlainPath(text.slice('unix://'.length)));

export const processId: z.ZodType<number> = z.int().min(2);

export const podUid: z.ZodType<string> = z.string().regex(/^[0-9A-Za-z-]+$/);
