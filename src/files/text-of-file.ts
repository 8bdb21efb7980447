// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { attemptOr } from '#base/attempt-or.js';
import { readBounded } from './read-bounded.js';

/** Empty if there is none, or it is not readable. */
export function textOfFile(file: string): string {
  return attemptOr('', () => readFileSync(file, 'utf8'));
}

const maxBytes = 1 << 20;

/** The same of what any user may choose: no more than a mebibyte, and nothing of a FIFO or a device. */
export function boundedTextOfFile(file: string): string {
  return attemptOr('', () => readBounded(file, { maxBytes }).toString());
}
