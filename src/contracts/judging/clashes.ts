// SPDX-License-Identifier: Apache-2.0
import type { Fact } from '../fact.js';
import { violated, type Verdict } from '../verdict.js';

/** Two facts that cannot both be true. */
type Clash = readonly [first: Fact, second: Fact];

/** No two objects have the same value at the same time. `what`: `id`, `address`. */
export function mustDiffer(facts: readonly Fact[], what: string): Verdict | undefined {
  const clash = firstClash(facts);
  if (clash === undefined) return undefined;
  const [first, second] = clash;
  return violated([...new Set([...first.calls, ...second.calls])], {
    expected: `another ${what} for ${second.of}`,
    actual: `${second.value}, as ${first.of}${
      first.scenario === second.scenario ? '' : ` in ${first.scenario}`
    }`,
  });
}

/** By value, so that many facts take little time; in an order that does not depend on which came first. */
function firstClash(facts: readonly Fact[]): Clash | undefined {
  const byValue = new Map<string, Fact[]>();
  for (const fact of facts) {
    const same = byValue.get(fact.value);
    if (same === undefined) byValue.set(fact.value, [fact]);
    else same.push(fact);
  }
  for (const same of byValue.values()) {
    const clash = clashIn(same);
    if (clash !== undefined) return clash;
  }
  return undefined;
}

/** Sorted by their beginning, one of two that overlap follows the one that lasts longest so far. */
function clashIn(same: readonly Fact[]): Clash | undefined {
  const ordered = same.toSorted((one, other) => one.fromMs - other.fromMs);
  let longest: Fact | undefined;
  for (const fact of ordered) {
    if (longest !== undefined && longest.of !== fact.of && longest.untilMs >= fact.fromMs)
      return [longest, fact];
    if (longest === undefined || fact.untilMs > longest.untilMs) longest = fact;
  }
  return undefined;
}
