// SPDX-License-Identifier: Apache-2.0

/**
 * Runs everything, the first alone, then `width` at a time, in order; each promise settles with its own run.
 */
export function pooled<T>(works: readonly (() => Promise<T>)[], width: number): readonly Promise<T>[] {
  const running = new Set<Promise<unknown>>();
  let turn: Promise<unknown> = Promise.resolve();
  return works.map((work, at) => {
    const run = turn.then(work);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    const started = turn;
    turn = started.then(async () => {
      running.add(settled);
      void settled.then(() => running.delete(settled));
      if (at === 0 || running.size >= width) await Promise.race(running);
    });
    return run;
  });
}
