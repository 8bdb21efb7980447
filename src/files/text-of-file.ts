// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { attemptOr } from '#base/attempt-or.js';

/** Empty if there is none, or it is not readable. */
export function textOfFile(file: string): string {
  return attemptOr('', () => readFileSync(file, 'utf8'));
}
