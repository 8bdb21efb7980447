// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Calls, Flow } from './flow.js';
import { callsOf, missingReads, oddDeadlines, playFlow, secondsBetween } from './play-flow.js';

/** One test per story. */
export function describeFlows(what: string, flows: readonly Flow[]): void {
  describe(what, () => {
    it.each(flows)('$story', expectFlow);
  });
}

/** Checks what the story says, and what holds for every story. */
export async function expectFlow(flow: Flow): Promise<void> {
  const said = await playFlow(flow);
  const calls = callsOf(said);
  expect(flow.ignoreLists === true ? calls.filter((line) => !line.startsWith('List')) : calls).toEqual(
    flat(flow.calls),
  );
  expect(oddDeadlines(said)).toEqual([]);
  if (flow.removedUnread !== true) expect(missingReads(said)).toEqual([]);
  for (const [line, carried] of Object.entries(flow.requests ?? {}))
    expect(said.find((each) => each.line === line)?.request).toMatchObject(carried);
  for (const [from, to, atLeast, below] of flow.secondsBetween ?? []) {
    const seconds = secondsBetween(said, from, to);
    expect({ from, to, inTime: seconds >= atLeast && seconds < below, seconds }).toMatchObject({
      inTime: true,
    });
  }
}

function flat(calls: Calls): readonly string[] {
  return calls.flatMap((call) => (typeof call === 'string' ? call : flat(call)));
}
