// SPDX-License-Identifier: Apache-2.0

export interface PollOptions {
  readonly withinMs: number;
  readonly everyMs?: number;
  /** Looked at between looks: once it has aborted, there is no further one. */
  readonly signal?: AbortSignal | undefined;
}

const defaultEveryMs = 25;

/** Looks, at least once, until it sees something; undefined: the time was over, or the signal aborted. Throws what a look throws. */
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

/** Whether it became true in time. */
export async function becomesTrue(
  question: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  return (await poll(async () => (await question()) || undefined, { withinMs })) ?? false;
}

/** base knows no modules of Node's, node:timers/promises among them. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
