// SPDX-License-Identifier: Apache-2.0
import { withoutTelling } from '#base/text/secrets.js';
import type { RuntimeLogLine } from '#evidence/observation.js';
import { ifThere } from '#files/file-errors.js';
import { readBounded, sizeOfFile } from '#files/read-bounded.js';

/** A chatty runtime must not fill the evidence; `runtime.log` has everything. */
const maxBytes = 4 << 20;
const maxLines = 200;
const maxLineLength = 600;

/** The current length of the log; 0 if there is none. */
export function runtimeLogSize(path: string | undefined): Promise<number> {
  return Promise.resolve(path === undefined ? 0 : (sizeOfFile(path) ?? 0));
}

/** Whole lines from an offset on that mention one of the ids, and how many more there were. */
export async function linesMentioning(
  path: string,
  fromByte: number,
  ids: ReadonlySet<string>,
): Promise<{ readonly lines: readonly RuntimeLogLine[]; readonly leftOut: number }> {
  const text = (await textSince(path, fromByte)) ?? '';
  const ours = text.split('\n').filter((line) => wordsLikeIds(line).some((word) => ids.has(word)));
  return {
    lines: ours.slice(0, maxLines).map(parseRuntimeLogLine),
    leftOut: Math.max(0, ours.length - maxLines),
  };
}

/**
 * A uid, or a whole word of at least 16 letters and digits. Otherwise a runtime that calls a container `e` or
 * `create` would make lines about other people's pods ours.
 */
function wordsLikeIds(line: string): readonly string[] {
  return line.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\dA-Za-z]{16,}/g) ?? [];
}

export function parseRuntimeLogLine(line: string): RuntimeLogLine {
  const at = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/.exec(line)?.[0];
  const text = withoutTelling(line.slice(0, maxLineLength));
  return at === undefined ? { text } : { at, text };
}

/** Undefined: there is no such regular file. */
function textSince(path: string, fromByte: number): Promise<string | undefined> {
  return Promise.resolve(ifThere(() => readBounded(path, { fromByte, maxBytes }).toString()));
}
