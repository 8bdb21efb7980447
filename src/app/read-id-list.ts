// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { usageFailure } from './errors/usage-failure.js';

/** An id as it is, or the ids of a file: `@file`, one per line, `#` begins a comment. */
export async function readIdList(text: string): Promise<readonly string[]> {
  if (!text.startsWith('@')) return [text];
  const file = text.slice(1);
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usageFailure(`${file} cannot be read: ${(error as Error).message}`, 'check the path after the @');
  });
  return content
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}
