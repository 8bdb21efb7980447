// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { ClockWatch } from '#evidence/write/clock-watch.js';

/** Two clocks that a spec sets; each reading takes some time. */
class Clocks {
  atMs = 1_000;
  aheadMs = 1_700_000_000_000;
  readTakesMs = 0.001;

  readonly monotonicMs = (): number => (this.atMs += this.readTakesMs);
  readonly wallMs = (): number => Math.floor(this.atMs + this.aheadMs);
}

describe('a watch of the wall clock', () => {
  it('finds nothing while both clocks go alike', () => {
    const clocks = new Clocks();
    const watch = new ClockWatch(clocks);
    for (let look = 0; look < 1_000; look++) {
      clocks.atMs += 17.3;
      expect(watch.look()).toBeUndefined();
    }
  });

  it.each([3_600_000, -3_600_000, 25, -25])('finds a step of %d ms once, and when it was', (byMs) => {
    const clocks = new Clocks();
    const watch = new ClockWatch(clocks);
    clocks.atMs += 100;
    expect(watch.look()).toBeUndefined();
    clocks.atMs += 100;
    clocks.aheadMs += byMs;
    const step = watch.look();
    expect(Math.abs((step?.byMs ?? 0) - byMs)).toBeLessThanOrEqual(1);
    expect(step?.fromMs).toBeCloseTo(100, 0);
    expect(step?.atMs).toBeCloseTo(200, 0);
    clocks.atMs += 100;
    expect(watch.look()).toBeUndefined();
  });

  it('adds up small ones', () => {
    const clocks = new Clocks();
    const watch = new ClockWatch(clocks);
    const steps = Array.from({ length: 12 }, () => {
      clocks.atMs += 10;
      clocks.aheadMs += 5;
      return watch.look()?.byMs ?? 0;
    });
    const sumMs = steps.reduce((sum, byMs) => sum + byMs, 0);
    expect(sumMs).toBeGreaterThan(35);
    expect(sumMs).toBeLessThanOrEqual(61);
  });

  it('does not take an interruption between two readings for a step', () => {
    const clocks = new Clocks();
    const watch = new ClockWatch(clocks);
    clocks.readTakesMs = 400;
    expect(watch.look()).toBeUndefined();
    clocks.readTakesMs = 0.001;
    expect(watch.look()).toBeUndefined();
  });

  it('begins anew with a header, and says what the clock was at its zero', () => {
    const clocks = new Clocks();
    const watch = new ClockWatch(clocks);
    clocks.atMs += 50;
    clocks.aheadMs += 10_000;
    expect(watch.restart()).toBeCloseTo(1_700_000_011_000, -1);
    expect(watch.look()).toBeUndefined();
  });
});
