// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { CriMethod } from '#cri/methods.js';

/** Fields that several types of lines share. */
export const scenario: z.ZodType<string> = z.string().max(200).describe('Id of the scenario.');
export const atMs: z.ZodType<number> = z
  .number()
  .describe('Milliseconds since the recording began, by a monotonic clock.');
export const seq: z.ZodType<number> = z.int().describe('Sequence number of the call in this recording.');
export const message: z.ZodType<Readonly<Record<string, unknown>>> = z.record(z.string(), z.unknown());
/** Any string: a later CRI has more of them. */
export const rpc: z.ZodType<CriMethod> = z
  .string()
  .describe('Name of the RPC, such as RunPodSandbox.') as unknown as z.ZodType<CriMethod>;
