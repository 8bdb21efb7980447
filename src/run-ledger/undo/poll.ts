// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks every 25 ms until it is true or the time is over; says which. */
export async function becomesTrue(
  question: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!(await question())) {
    if (performance.now() >= end) return false;
    await sleep(25);
  }
  return true;
}
