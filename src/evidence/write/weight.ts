// SPDX-License-Identifier: Apache-2.0
import { countValues } from '#base/count-values.js';

/** What a line of a recording costs whoever reads it. */
export interface Size {
  /** In memory it takes about three bytes of each letter, and some hundred of each value. */
  readonly weight: number;
  readonly values: number;
}

const perValue = 100;
const perLine = 500;
const perLogLine = 150;

/** No more is held of one scenario. What a run may write of one fits, unless it is nearly nothing but brackets. */
export const maxScenarioWeight: number = 64 << 20;

/** Of all scenarios that are under way. */
export const maxOpenWeight: number = 96 << 20;

/** Lines of a scenario. Ours have some hundred; judging may take the square of it. */
export const maxScenarioLines = 6_000;

/** Values of a scenario that contracts go through, those of a repeated answer each time. */
export const maxScenarioValues = 2_000_000;

export function sizeOf(line: string): Size {
  const values = countValues(line, maxScenarioWeight / perValue);
  const letters = isWide.test(line) ? 2 * line.length : line.length;
  const held = values * perValue + logLines(line) * perLogLine;
  return { weight: letters + held + perLine, values };
}

/** Contracts take logs apart. */
function logLines(line: string): number {
  let count = 0;
  for (let at = line.indexOf('\\n'); at >= 0; at = line.indexOf('\\n', at + 2)) count++;
  return count;
}

/** One such letter, and all of them take two bytes. */
const isWide = /[^\0-\xff]/;

/** A line that its scenario may not have; it is not even parsed. */
export class Oversized {
  /** So that no type of a line that is parsed can be taken for it. */
  readonly type = undefined;
  readonly of: { readonly seq: number } | { readonly scenario: string };

  constructor(of: Oversized['of']) {
    this.of = of;
  }
}

/** Whose a line is that begins as ours do, without what is in it; undefined: nothing of ours. */
export function oversized(line: string): Oversized | undefined {
  const head = line.slice(0, 400);
  const seq = /^\{"type":"(?:end|message)","seq":(\d{1,15}),/.exec(head)?.[1];
  if (seq !== undefined) return new Oversized({ seq: Number(seq) });
  const owner = /^\{"type":"(?:call","seq":\d{1,15}|[a-z-]{1,20}"),"scenario":"([\w.-]{1,200})"/.exec(head);
  const scenario = owner?.[1];
  return scenario === undefined ? undefined : new Oversized({ scenario });
}
