// SPDX-License-Identifier: Apache-2.0
import { rfc3339Ns } from '#evidence/history/log-lines.js';
import { numberOfLine } from '#guest/numbered-line.js';
import { finalStatement } from '#guest/predict.js';
import { linesOf, type SeenLog } from './log-files.js';
import { statementsOf } from './outages.js';

/** A line of a program that prints forever, and counts. */
export interface Tick {
  readonly number: number;
  readonly atNs: bigint;
}

/** In the order of the file; undefined: another program. */
export function ticksIn(log: SeenLog): readonly Tick[] | undefined {
  const last = finalStatement(statementsOf(log.life));
  if (last?.do !== 'tick') return undefined;
  return linesOf(log).flatMap(({ content, time }) => {
    const number = numberOfLine(last.text, content);
    return number === undefined ? [] : [{ number, atNs: rfc3339Ns(time) ?? 0n }];
  });
}

/** Two successive lines whose numbers are not successive. */
export interface Gap {
  readonly from: Tick;
  readonly to: Tick;
}

const nothing: Tick = { number: 0, atNs: 0n };

export function gapsIn(ticks: readonly Tick[]): readonly Gap[] {
  return ticks.flatMap((to, at) => {
    const from = ticks[at - 1] ?? nothing;
    return to.number === from.number + 1 ? [] : [{ from, to }];
  });
}
