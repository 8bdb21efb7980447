// SPDX-License-Identifier: Apache-2.0
import { pause, type Clock } from '#base/clock.js';

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  sleep: async (ms, signal) => {
    const endMs = performance.now() + ms;
    // Node's timers may fire a fraction of a millisecond early.
    for (let leftMs = ms; leftMs > 0 && signal?.aborted !== true; leftMs = endMs - performance.now())
      await pause(Math.ceil(leftMs), signal);
  },
};
