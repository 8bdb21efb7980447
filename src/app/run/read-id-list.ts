// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { maxSettingsBytes, readNamedText } from '#files/read-named-text.js';
import { usageFailure } from '#base/errors/usage-failure.js';

/** An id, or the ids in a file: `@file`, one per line, `#` starts a comment. */
export async function readIdList(text: string, signal?: AbortSignal): Promise<readonly string[]> {
  if (!text.startsWith('@')) return [text];
  const file = text.slice(1);
  const content = await readNamedText(file, maxSettingsBytes, signal).catch((error: unknown) => {
    throw usageFailure(`${file} cannot be read: ${errorMessage(error)}`, 'check the path after the @');
  });
  const ids = content
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (ids.length === 0)
    throw usageFailure(`${file} contains no id`, 'write one id per line, or leave --only out');
  return ids;
}
