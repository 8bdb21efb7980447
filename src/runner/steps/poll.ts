// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from '#base/giving-up.js';
import { Stuck, stuck, type ScenarioContext } from '../scenario-context.js';

const everyMs = 20;

/** Looks every few milliseconds until `done`, or gives up as stuck, saying for what it waited. A look may hang, too. */
export async function pollUntil(
  ctx: ScenarioContext,
  what: string,
  done: () => boolean | Promise<boolean>,
): Promise<void> {
  const giveUpMs = performance.now() + ctx.stepTimeoutMs;
  for (;;) {
    const look = done();
    if (look === true) return;
    if (look !== false && (await inTime(ctx, what, look))) return;
    if (ctx.signal.aborted) throw new Stuck('interrupted');
    if (performance.now() > giveUpMs) throw stuck(ctx, what);
    await sleep(everyMs, undefined, { ref: true });
  }
}

/** What the work gives, unless it takes longer than the scenario is willing to wait. */
export async function inTime<T>(ctx: ScenarioContext, what: string, work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => {
    patience.abort();
  }, ctx.stepTimeoutMs);
  try {
    return await unlessAborted(work, patience.signal, () => stuck(ctx, what));
  } finally {
    clearTimeout(timer);
  }
}
