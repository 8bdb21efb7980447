// SPDX-License-Identifier: Apache-2.0
import type * as z from 'zod';
import { parseDocument } from '#base/document/parse-document.js';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { errorMessage } from '#base/text/error-message.js';
import { maxSettingsBytes, readNamedText } from '#files/read-named-text.js';

/**
 * Reads a YAML or JSON file and checks it against a schema. Problems are E-CONFIG, with their position in the
 * file.
 */
export async function readYaml<T>(file: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
  const text = await readNamedText(file, maxSettingsBytes, signal).catch((cause: unknown) => {
    throw new Failure('E-CONFIG', `${file} cannot be read`, {
      seen: errorMessage(cause),
      fix: 'check the path and its permissions',
      exit: exitCode.usage,
      cause,
    });
  });
  return parseYaml({ file, text }, schema);
}

export function parseYaml<T>({ file, text }: { file: string; text: string }, schema: z.ZodType<T>): T {
  return parseDocument(text, { file, code: 'E-CONFIG', schema, fix: 'see docs/cli.md' });
}
