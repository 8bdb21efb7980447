// SPDX-License-Identifier: Apache-2.0
import { countValues } from '#base/count-values.js';

/** What a line of a recording costs its reader. */
export interface Size {
  /** Parsing takes about three bytes of memory per character, and some hundred per value. */
  readonly weight: number;
  readonly values: number;
}

const perValue = 100;
const perLine = 500;
const perLogLine = 150;

/**
 * No more is kept of one scenario. Everything a run writes fits, unless it is nearly nothing but brackets.
 */
export const maxScenarioWeight: number = 64 << 20;

/** Of all scenarios in progress. */
export const maxOpenWeight: number = 96 << 20;

/** Lines of a scenario. Ours have a few hundred; judging may take quadratic time. */
export const maxScenarioLines = 6_000;

/** Values of a scenario that contracts read; a repeated answer counts each time. */
export const maxScenarioValues = 2_000_000;

export function sizeOf(line: string): Size {
  const values = countValues(line, maxScenarioWeight / perValue);
  const letters = isWide.test(line) ? 2 * line.length : line.length;
  const held = values * perValue + logLines(line) * perLogLine;
  return { weight: letters + held + perLine, values };
}

/** Contracts parse log files. */
function logLines(line: string): number {
  let count = 0;
  for (let at = line.indexOf('\\n'); at >= 0; at = line.indexOf('\\n', at + 2)) count++;
  return count;
}

/** One such character, and every character takes two bytes. */
const isWide = /[^\0-\xff]/;

/** A line that is too large for its scenario; it is not even parsed. */
export class OversizedLine {
  /** So that it differs from every type of a parsed line. */
  readonly type = undefined;
  readonly of: { readonly seq: number } | { readonly scenario: string };

  constructor(of: OversizedLine['of']) {
    this.of = of;
  }
}

/** Whose line it is, judged by its beginning only; undefined: not one of ours. */
export function oversized(line: string): OversizedLine | undefined {
  const head = line.slice(0, 400);
  const seq = /^\{"type":"(?:end|message)","seq":(\d{1,15}),/.exec(head)?.[1];
  if (seq !== undefined) return new OversizedLine({ seq: Number(seq) });
  const owner = /^\{"type":"(?:call","seq":\d{1,15}|[a-z-]{1,20}"),"scenario":"([\w.-]{1,200})"/.exec(head);
  const scenario = owner?.[1];
  return scenario === undefined ? undefined : new OversizedLine({ scenario });
}
