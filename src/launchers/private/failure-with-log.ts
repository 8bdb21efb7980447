// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { endOfLog } from './end-of-log.js';

/**
 * A failure of a runtime that had started, with what its log says about it. Our own bugs stay as they are.
 */
export function failureWithLog(error: unknown, logFile: string | undefined): unknown {
  if (!(error instanceof Failure) || logFile === undefined) return error;
  const { code, message, seen, likely, fix, exit } = error;
  const all = [seen, ...endOfLog({ logFile }).lines].filter((text) => text !== undefined && text !== '');
  return new Failure(code, message, {
    ...(all.length === 0 ? {} : { seen: all.join('\n') }),
    ...(likely === undefined ? {} : { likely }),
    fix,
    exit,
    cause: error,
  });
}
