// SPDX-License-Identifier: Apache-2.0
import { notNeeded } from '#base/clock.js';
import { systemClock } from '#host/system-clock.js';
import type { Daemon } from '#launchers/daemon.js';

/** Puts another version of the runtime in the place of the one that is there: by turns the new one and the old one. */
export interface ChangeOfVersion {
  /** Ends the version that is there; absent: `begin` does all of it, and nothing can happen in between. */
  readonly end?: () => Promise<void>;
  /** Starts the other one; resolves when it is ready. */
  readonly begin: () => Promise<void>;
  /**
   * After the last scenario: brings the old one back, unless somebody waits for the end; says what stays instead.
   * Absent: the runtime ends with the run.
   */
  readonly restore?: (isUrgent: boolean) => Promise<string | undefined>;
}

/** The same binaries again: a runtime that has no others tells as much about a suite. */
export function sameAgain(daemon: Daemon): ChangeOfVersion {
  return { end: () => endInTime(daemon), begin: () => daemon.start() };
}

/**
 * As a service manager does, only sooner: systemd kills after 90 s what does not end by itself. CRI-O, for one, waits
 * for calls that are under way.
 */
const endMs = 8_000;

export async function endInTime(daemon: Daemon, withinMs: number = endMs): Promise<void> {
  const limit = new AbortController();
  const ended = daemon.stop().then(() => true);
  const passed = systemClock.sleep(withinMs, limit.signal).then(() => false);
  const isEnded = await Promise.race([ended, passed]).finally(() => {
    limit.abort(notNeeded);
  });
  if (!isEnded) await daemon.crash();
  await ended;
}
