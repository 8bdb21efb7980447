// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { parseResult } from '#compare/parse-result.js';
import type { Result } from '#judge/result.js';

/** Reads a result.json, or the one in the directory of a run. */
export async function readResult(path: string): Promise<Result> {
  const found = await stat(path).catch(() => undefined);
  const file = found?.isDirectory() === true ? join(path, 'result.json') : path;
  return parseResult(await readText(file, 'a result'), file);
}

/** Reads a file that the person named; `what` says what was expected there. */
export async function readText(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Failure('E-FILE', `${file} cannot be read`, {
      seen: String(cause),
      likely: `${what} was expected there`,
      fix: 'name a file that exists and can be read',
      exit: exitCode.usage,
      cause,
    });
  });
}
