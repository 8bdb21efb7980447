// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { Clock } from '#base/clock.js';
import { Patience, type Grant } from '#runner/patience.js';

/** Time that a spec moves. */
class FakeClock implements Clock {
  #nowMs = 0;
  readonly #sleepers: {
    readonly untilMs: number;
    readonly wake: () => void;
    readonly signal: AbortSignal | undefined;
  }[] = [];

  readonly nowMs = (): number => this.#nowMs;
  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      this.#sleepers.push({ untilMs: this.#nowMs + ms, wake, signal });
      signal?.addEventListener('abort', () => {
        wake();
      });
    });

  async go(ms: number): Promise<void> {
    for (const endMs = this.#nowMs + ms; this.#nowMs < endMs;) {
      this.#nowMs = Math.min(endMs, this.#nowMs + 50);
      for (const each of this.#sleepers.filter(
        ({ untilMs, signal }) => untilMs <= this.#nowMs && signal?.aborted !== true,
      ))
        each.wake();
      await new Promise(setImmediate);
    }
  }
}

/** Waits in vain, one after another, and says how long each took. */
async function inVain(patience: Patience, clock: FakeClock, kind: string): Promise<number> {
  const beganMs = clock.nowMs();
  const grant = patience.begin(kind);
  for (let round = 0; round < 10_000 && !grant.over.aborted; round++) await clock.go(50);
  grant.end(false);
  return clock.nowMs() - beganMs;
}

/** Waits in vain while others do. */
async function untilOver(patience: Patience, kind: string): Promise<void> {
  const grant = patience.begin(kind);
  await new Promise((resolve) => {
    grant.over.addEventListener('abort', resolve);
  });
  grant.end(false);
}

const newPatience = (): { readonly clock: FakeClock; readonly patience: Patience } => {
  const clock = new FakeClock();
  return { clock, patience: new Patience({ clock, firstMs: 20_000 }) };
};

describe('patience', () => {
  it('is long the first time, and shorter for each wait of the kind that was in vain', async () => {
    const { clock, patience } = newPatience();
    const took: number[] = [];
    for (let nth = 0; nth < 15; nth++) took.push(await inVain(patience, clock, 'a log line'));
    expect(took[0]).toBeGreaterThanOrEqual(20_000);
    expect(took[1]).toBeLessThan(4_000);
    expect(took[14]).toBeLessThan(1_200);
    expect(took).toEqual([...took].sort((one, other) => other - one));
  });

  it('is a third for other kinds, once anything was in vain', async () => {
    const { clock, patience } = newPatience();
    await inVain(patience, clock, 'a log line');
    expect(await inVain(patience, clock, 'a state')).toBeLessThan(7_000);
  });

  it('costs a run on a broken runtime little more than the first wait of each kind', async () => {
    const { clock, patience } = newPatience();
    for (let nth = 0; nth < 100; nth++) await inVain(patience, clock, 'a state');
    // A hundred scenarios, twelve at a time, would otherwise take 167 s.
    expect(clock.nowMs() / 12).toBeLessThan(13_000);
  });

  it('lets a whole run on a broken runtime take no three times as long as a healthy one', async () => {
    const { clock, patience } = newPatience();
    // What each of some 120 scenarios waits for, one after the other, while a list of the runtime hangs: as counted
    // in such a run. Four at a time, on a healthy runtime they take 26 s.
    const steps = ['a line in a log', 'a container to be running', 'a phase', 'the pod to be killed'];
    const waitsOf = (nth: number): readonly string[] => [
      ...[steps[nth % 3] ?? '', ...(nth % 15 === 0 ? [`calls of ${nth}`, steps[3] ?? ''] : [])],
      ...Array.from({ length: 2 }, () => 'an answer to ListPodSandbox'),
    ];
    const scenarios = Array.from({ length: 122 }, (_, nth) => waitsOf(nth));
    const worker = async (): Promise<void> => {
      for (let next = scenarios.shift(); next !== undefined; next = scenarios.shift())
        for (const kind of next) await untilOver(patience, kind);
    };
    const over = Promise.all([worker(), worker(), worker(), worker()]).then(() => true);
    const goOn = async (): Promise<boolean> => {
      await clock.go(1_000);
      return false;
    };
    while (!(await Promise.race([over, goOn()])));
    expect(clock.nowMs()).toBeLessThan(3 * 26_000);
  });

  it('stays longer for what has happened before: it may only be slow', async () => {
    const { clock, patience } = newPatience();
    patience.begin('an answer').end(true);
    for (let nth = 0; nth < 11; nth++) await inVain(patience, clock, 'an answer');
    const inSeconds = (kind: string): number => Number((patience.msFor(kind) / 1000).toFixed(2));
    expect([inSeconds('an answer'), inSeconds('a state')]).toEqual([2, 6.67]);
    for (let nth = 0; nth < 20; nth++) await inVain(patience, clock, 'another answer');
    expect([inSeconds('another answer'), inSeconds('a state')]).toEqual([0.17, 2]);
  });

  it('is as short for what happens no longer', async () => {
    const { clock, patience } = newPatience();
    patience.begin('an answer').end(true);
    for (let nth = 0; nth < 13; nth++) await inVain(patience, clock, 'an answer');
    expect(patience.msFor('an answer')).toBeLessThan(200);
    patience.begin('an answer').end(true);
    expect(patience.msFor('an answer')).toBe(1_000);
  });

  it('counts a call that ends at its own deadline', async () => {
    const { clock, patience } = newPatience();
    const call = patience.begin('an answer');
    await clock.go(19_900);
    call.end(false);
    expect(patience.isInVain('an answer')).toBe(false);
    const later = patience.begin('an answer');
    await clock.go(19_990);
    later.end(false);
    expect([later.over.aborted, patience.isInVain('an answer')]).toEqual([true, true]);
  });

  it('leaves the clean-up no more for a call than the run has learnt', async () => {
    const { clock, patience } = newPatience();
    expect([patience.wasInVain, patience.limitOf('StopPodSandbox')]).toEqual([false, undefined]);
    await inVain(patience, clock, 'an answer to StopPodSandbox');
    expect(patience.wasInVain).toBe(true);
    expect(patience.limitOf('StopPodSandbox')).toBeLessThan(4_000);
    expect(patience.limitOf('ListContainers')).toBeUndefined();
  });

  it('ends at once for all who wait for the same', async () => {
    const { clock, patience } = newPatience();
    const first = patience.begin('a state');
    await clock.go(15_000);
    const [later, other] = [patience.begin('a state'), patience.begin('a log line')];
    await clock.go(5_100);
    const isOver = (grants: readonly Grant[]): readonly boolean[] => grants.map(({ over }) => over.aborted);
    expect(isOver([first, later, other])).toEqual([true, true, false]);
    await clock.go(2_000);
    other.end(true);
  });

  it('grows with what takes long and happens', async () => {
    const { clock, patience } = newPatience();
    const slow = patience.begin('a state');
    await clock.go(15_000);
    slow.end(true);
    expect(patience.msFor('a log line')).toBe(60_000);
    await clock.go(60_000);
    expect(slow.over.aborted).toBe(false);
  });

  it('comes back if what was given up happens after all', async () => {
    const { clock, patience } = newPatience();
    const slow = patience.begin('an answer');
    await clock.go(25_000);
    expect([slow.over.aborted, patience.isInVain('an answer')]).toEqual([true, true]);
    slow.end(true);
    expect(patience.isInVain('an answer')).toBe(false);
    expect(patience.msFor('a state')).toBe(100_000);
  });

  it('is longer on a node whose reads are slow', () => {
    const { patience } = newPatience();
    for (const ms of [10, 20, 400, 500, 30]) patience.noteRead(ms);
    expect(patience.msFor('a state')).toBe(100_000);
    for (let nth = 0; nth < 100; nth++) patience.noteRead(5);
    expect(patience.msFor('a state')).toBe(20_000);
  });

  it('adds what a request itself allows', async () => {
    const { clock, patience } = newPatience();
    const stop = patience.begin('an answer', 30_000);
    await clock.go(49_000);
    expect(stop.over.aborted).toBe(false);
    await clock.go(1_100);
    expect(stop.over.aborted).toBe(true);
  });
});
