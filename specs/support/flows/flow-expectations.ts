// SPDX-License-Identifier: Apache-2.0
import { expect } from '@jest/globals';
import type { Flow } from './flow.js';
import { callsOf, missingReads, oddDeadlines, playFlow, secondsBetween } from './play-flow.js';

/** Everything that a row says, and what holds for every row. */
export async function expectFlow(flow: Flow): Promise<void> {
  const said = await playFlow(flow);
  const calls = callsOf(said);
  expect(flow.unlisted === true ? calls.filter((line) => !line.startsWith('List')) : calls).toEqual(
    flow.calls,
  );
  expect(oddDeadlines(said)).toEqual([]);
  if (flow.unread !== true) expect(missingReads(said)).toEqual([]);
  for (const [line, carried] of Object.entries(flow.sent ?? {}))
    expect(said.find((each) => each.line === line)?.request).toMatchObject(carried);
  for (const [from, to, atLeast, below] of flow.paced ?? []) {
    const seconds = secondsBetween(said, from, to);
    expect({ from, to, inTime: seconds >= atLeast && seconds < below, seconds }).toMatchObject({
      inTime: true,
    });
  }
}
