// SPDX-License-Identifier: Apache-2.0
import type { Result } from '#judge/result.js';
import type { ReportView } from './report-view.js';

/** Commands that can be pasted. */
export function reproduce(
  contract: string,
  target: Result['target'],
  view: ReportView,
): readonly [string, string] {
  const flags = view.targetFlags ?? `--runtime-endpoint ${quoted(target.endpoint)}`;
  return [`criprobe run --only ${quoted(contract)} ${flags}`, `criprobe explain ${quoted(contract)}`];
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
