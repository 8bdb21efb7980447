// SPDX-License-Identifier: Apache-2.0
import { cutInMiddle } from '#base/text/cut-in-middle.js';

/** The verdict on one contract in one scenario. `calls` are sequence numbers of the evidence. */
export type Verdict =
  | { readonly kind: 'held'; readonly calls: readonly number[] }
  | {
      readonly kind: 'violated';
      readonly calls: readonly number[];
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly kind: 'undecided'; readonly calls: readonly number[]; readonly reason: string }
  | { readonly kind: 'unexercised'; readonly reason: string }
  | { readonly kind: 'unsupported'; readonly calls: readonly number[]; readonly reason: string };

export type VerdictKind = Verdict['kind'];

/** More of a runtime's text proves nothing more. */
const maxText = 4_000;

const short = (text: string): string => cutInMiddle(text, maxText);

export const held = (calls: readonly number[]): Verdict => ({ kind: 'held', calls });

export const violated = (
  calls: readonly number[],
  { expected, actual }: { readonly expected: string; readonly actual: string },
): Verdict => ({
  kind: 'violated',
  calls,
  expected: short(expected),
  actual: short(actual),
});

export const undecided = (calls: readonly number[], reason: string): Verdict => ({
  kind: 'undecided',
  calls,
  reason: short(reason),
});

export const unexercised = (reason: string): Verdict => ({
  kind: 'unexercised',
  reason: short(reason),
});

export const unsupported = (calls: readonly number[], reason: string): Verdict => ({
  kind: 'unsupported',
  calls,
  reason: short(reason),
});
