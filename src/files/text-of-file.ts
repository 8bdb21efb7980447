// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { attemptOr } from '#base/attempt-or.js';

/** Empty where there is none, or none that we may read. */
export function textOfFile(file: string): string {
  return attemptOr('', () => readFileSync(file, 'utf8'));
}
