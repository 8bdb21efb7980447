// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { parseResult } from '#results/parse-result.js';
import { readNamedText } from '#files/read-named-text.js';
import type { Result } from '#results/result.js';

const maxResultBytes = 64 << 20;

/** Reads a result.json, or the one in a run's directory. */
export async function readResult(path: string, signal?: AbortSignal): Promise<Result> {
  const file = (await isDirectory(path)) ? join(path, 'result.json') : path;
  return parseResult(await readText(file, { what: 'a result', maxBytes: maxResultBytes, signal }), file);
}

export async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

interface Expectation {
  /** As in `… was expected there`. */
  readonly what: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a file that the user named. */
export async function readText(file: string, { what, maxBytes, signal }: Expectation): Promise<string> {
  return readNamedText(file, maxBytes, signal).catch((cause: unknown) => {
    throw new Failure('E-FILE', `${file} cannot be read`, {
      seen: errorMessage(cause),
      likely: `${what} was expected there`,
      fix: 'name a file that exists and can be read',
      exit: exitCode.usage,
      cause,
    });
  });
}
