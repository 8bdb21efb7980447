// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { becomesTrue, poll } from '#base/poll.js';

/** Sees what the list says, one after the other; the last for good. */
function looks<T>(...seen: readonly T[]): { readonly look: () => T | undefined; count: number } {
  const looked = {
    count: 0,
    look: (): T | undefined => {
      looked.count += 1;
      return seen[Math.min(looked.count, seen.length) - 1];
    },
  };
  return looked;
}

describe('poll', () => {
  it('gives the first thing that it sees', async () => {
    const { look } = looks(undefined, undefined, 0, 1);
    expect(await poll(look, { withinMs: 5_000, everyMs: 1 })).toBe(0);
  });

  it('looks once where there is no time', async () => {
    const looked = looks<number | undefined>(undefined);
    expect(await poll(looked.look, { withinMs: 0 })).toBeUndefined();
    expect(looked.count).toBe(1);
    expect(await poll(() => 7, { withinMs: 0 })).toBe(7);
  });

  it('ends with a look that throws', async () => {
    const bug = new Error('a bug');
    await expect(poll(() => Promise.reject(bug), { withinMs: 5_000 })).rejects.toBe(bug);
  });

  it('does not look again once the signal has aborted', async () => {
    const stop = new AbortController();
    const looked = looks<number | undefined>(undefined, undefined, 1);
    const look = (): number | undefined => {
      if (looked.count === 1) stop.abort();
      return looked.look();
    };
    expect(await poll(look, { withinMs: 5_000, everyMs: 1, signal: stop.signal })).toBeUndefined();
    expect(looked.count).toBe(2);
  });
});

describe('becomesTrue', () => {
  it.each([
    ['at once', true, [true]],
    ['later', true, [false, false, true]],
    ['never', false, [false]],
  ])('%s: %s', async (_, expected, seen) => {
    expect(await becomesTrue(() => looksTrue(seen), 60)).toBe(expected);
  });
});

function looksTrue(seen: boolean[]): boolean {
  return (seen.length > 1 ? seen.shift() : seen[0]) ?? false;
}
