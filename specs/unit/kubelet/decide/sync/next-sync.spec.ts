// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { activeLeftMs } from '#kubelet/decide/sync/next-sync.js';

it.each<readonly [activeDeadlineSeconds: number | undefined, beganMs: number, nowMs: number, left: number]>([
  [undefined, 0, 1e12, Infinity],
  [20, 1000, 1000, 20_000],
  [20, 1999, 2000, 19_000],
  [20, 1999, 22_000, -1000],
])(
  'a deadline of %p, begun at %i, at %i: %p ms are left',
  (...[activeDeadlineSeconds, beganMs, nowMs, left]) => {
    const spec = {
      containers: [],
      ...(activeDeadlineSeconds !== undefined && { activeDeadlineSeconds }),
    };
    expect(activeLeftMs({ metadata: { name: 'p' }, spec }, beganMs, nowMs)).toBe(left);
  },
);
