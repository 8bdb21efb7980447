// SPDX-License-Identifier: Apache-2.0
import pLimit, { type LimitFunction } from 'p-limit';
import type { RunOptions } from '#app/run/run-options.js';

/**
 * A run is patient with a slow node, and many runs at once make a node slow. These are so few that both cores are
 * busy, and each run is as patient as it would be alone.
 */
export const aFewAtOnce: LimitFunction = pLimit(12);

export type LiePatience = Pick<RunOptions, 'firstPatienceMs'>;

/** Whoever lies may be waited for in vain: as long as a contract needs to see that, and no longer. */
export const withLiars: LiePatience = { firstPatienceMs: 30_000 };
