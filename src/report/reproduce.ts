// SPDX-License-Identifier: Apache-2.0
import { shellQuoted } from '#base/text/shell-quoted.js';
import type { Result } from '#results/result.js';
import type { ReportView } from './report-view.js';

/** Commands to paste. */
export function reproduce(
  contract: string,
  target: Result['target'],
  view: ReportView,
): readonly [string, string] {
  const flags = view.targetFlags ?? `--runtime-endpoint ${shellQuoted(target.endpoint)}`;
  // `run` leaves the version as it is.
  const command = /^(?:scenario:)?upgrade\./.test(contract) ? 'upgrade' : 'run';
  return [
    `criprobe ${command} --only ${shellQuoted(contract)} ${flags}`,
    `criprobe explain ${shellQuoted(contract)}`,
  ];
}
