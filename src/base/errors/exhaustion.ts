// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../failure.js';
import { systemErrorIn } from '../system-error.js';
import { failureOf } from './catalogue.js';

const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);
const noDescriptors: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

/** What the machine ran out of, if that caused the error; undefined otherwise. */
export function exhaustion(error: unknown): Failure | undefined {
  const system = systemErrorIn(error);
  if (system === undefined) return undefined;
  const { code, message } = system;
  const facts = { seen: message, cause: error };
  if (noRoom.has(code)) return failureOf('E-STATE-WRITE', 'A file of the run cannot be written', facts);
  if (noDescriptors.has(code))
    return failureOf('E-OPEN-FILES', 'criprobe may not open as many files as it needs', facts);
  return undefined;
}
