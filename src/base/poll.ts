// SPDX-License-Identifier: Apache-2.0
import { pause } from './clock.js';

export interface PollOptions {
  readonly withinMs: number;
  readonly everyMs?: number;
  /** Checked between looks: no look follows its abort. */
  readonly signal?: AbortSignal | undefined;
}

const defaultEveryMs = 25;

/**
 * Looks, at least once, until there is a result; undefined after the time or once the signal aborts. Throws
 * what `look` throws.
 */
export async function poll<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { withinMs, everyMs = defaultEveryMs, signal }: PollOptions,
): Promise<T | undefined> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (signal?.aborted === true || performance.now() >= endMs) return undefined;
    await pause(everyMs);
  }
}

/** Whether the condition became true in time. */
export async function becomesTrue(
  question: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  return (await poll(async () => (await question()) || undefined, { withinMs })) ?? false;
}
