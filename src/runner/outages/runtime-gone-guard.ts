// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortedAfter } from '#base/giving-up.js';
import type { CriClient } from '#cri/client/client.js';
import { observe } from '#cri/client/intercept.js';

/** A client that notices when the runtime is gone for good, and a signal that then ends the run. */
export interface RuntimeGoneGuard {
  readonly cri: CriClient;
  /** Aborts with the outer signal, or with the reason `runtime-gone`. */
  readonly signal: AbortSignal;
  /** Aborts some time later: cleanup that has not finished by then is given up. */
  readonly tooLate: AbortSignal;
}

/** How long we wait for a runtime that somebody restarts during a run. Not a contract. */
const comesBackMs = 20_000;
const betweenMs = 250;

/** After an interruption the user waits; the session removes what is left on the runtime. */
const leavingMs = 3_000;

/** `isDown`: an intended outage is in progress. */
export function guardAgainstGoneRuntime(
  inner: CriClient,
  outer: AbortSignal,
  isDown: () => boolean,
): RuntimeGoneGuard {
  const gone = new AbortController();
  const signal = AbortSignal.any([outer, gone.signal]);
  // Every running scenario and call listens to it.
  setMaxListeners(0, signal);
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || signal.aborted) return;
    looking = true;
    if (!(await answersAgain(inner, { signal, isDown }))) gone.abort('runtime-gone');
    looking = false;
  };
  return {
    signal,
    tooLate: abortedAfter(signal, leavingMs),
    cri: observe(inner, {
      ended: (_, outcome) => {
        if (outcome.kind === 'unanswered' && outcome.reason === 'connection-lost' && !isDown()) void look();
      },
    }),
  };
}

async function answersAgain(
  cri: CriClient,
  { signal, isDown }: { readonly signal: AbortSignal; readonly isDown: () => boolean },
): Promise<boolean> {
  const giveUpMs = performance.now() + comesBackMs;
  while (performance.now() < giveUpMs && !signal.aborted) {
    const { kind } = await cri.call('Version', {}, { deadlineMs: 2_000, signal });
    if (kind !== 'unanswered' || isDown()) return true;
    await sleep(betweenMs);
  }
  return signal.aborted;
}
