// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { becomesTrue } from '#base/poll.js';

export interface ProcessEnd {
  /** `containerd 2.1.9`, for messages. */
  readonly name: string;
  readonly pid: number;
  readonly signal: 'SIGTERM' | 'SIGKILL';
  readonly withinMs: number;
  readonly logFile: string;
  /** Why this daemon may not exit. */
  readonly likely: string;
}

/** Resolves when a daemon that got a signal has exited; throws if it does not. */
export async function waitUntilEnded(ending: ProcessEnd, isGone: () => boolean): Promise<void> {
  const { name, pid, signal, withinMs, logFile, likely } = ending;
  if (await becomesTrue(isGone, withinMs)) return;
  throw new Failure('E-DAEMON-STAYS', `${name} does not exit on ${signal}.`, {
    seen: `process ${pid} still runs after ${Math.round(withinMs / 1_000)} s`,
    likely,
    fix: `the end of its log says what it does: ${logFile}`,
  });
}
