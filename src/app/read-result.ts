// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '#base/message-of.js';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { parseResult } from '#compare/parse-result.js';
import type { Result } from '#judge/result.js';

/** Reads a result.json, or the one in the directory of a run. */
export async function readResult(path: string): Promise<Result> {
  const file = (await isDirectory(path)) ? join(path, 'result.json') : path;
  return parseResult(await readText(file, 'a result'), file);
}

export async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

/** Reads a file that the person named; `what` says what was expected there. */
export async function readText(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Failure('E-FILE', `${file} cannot be read`, {
      seen: messageOf(cause),
      likely: `${what} was expected there`,
      fix: 'name a file that exists and can be read',
      exit: exitCode.usage,
      cause,
    });
  });
}
