// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { Stuck, type Stage } from './stage.js';

const everyMs = 20;

/** Looks every few milliseconds until `done`, or gives up as stuck, saying for what it waited. */
export async function pollUntil(
  stage: Stage,
  what: string,
  done: () => boolean | Promise<boolean>,
): Promise<void> {
  const giveUpMs = performance.now() + stage.patienceMs;
  while (!(await done())) {
    if (stage.signal.aborted) throw new Stuck('interrupted');
    if (performance.now() > giveUpMs) throw new Stuck(`waited ${stage.patienceMs / 1000} s for ${what}`);
    await sleep(everyMs, undefined, { ref: true });
  }
}
