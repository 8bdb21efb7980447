// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs, type Clock } from '#base/clock.js';

export const realClock: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), longestTimerMs));
      signal?.addEventListener('abort', done);
    }),
};
