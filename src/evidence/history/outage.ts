// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '../call.js';
import type { DaemonState, Intent, OutageKind } from '../intent.js';

/** A time without the runtime's daemon, as a scenario wanted it. */
export interface Outage {
  readonly how: OutageKind;
  /** Told to go. */
  readonly goesMs: number;
  /** Nobody there any more; undefined: it could not be made to go. */
  readonly goneMs: number | undefined;
  /** Told to come back. */
  readonly startsMs: number | undefined;
  /** Says that it is ready again; undefined: it did not come back. */
  readonly backMs: number | undefined;
}

const momentOf = {
  stopping: 'goesMs',
  stopped: 'goneMs',
  starting: 'startsMs',
  started: 'backMs',
} as const satisfies Readonly<Record<DaemonState, keyof Outage>>;

export function outagesIn(intents: readonly Intent[]): readonly Outage[] {
  const outages: { -readonly [K in keyof Outage]: Outage[K] }[] = [];
  for (const event of intents) {
    if (event.type !== 'daemon') continue;
    const { state, how, atMs } = event;
    const last = outages.at(-1);
    if (state === 'stopping')
      outages.push({ how, goesMs: atMs, goneMs: undefined, startsMs: undefined, backMs: undefined });
    else if (last !== undefined) last[momentOf[state]] = atMs;
  }
  return outages;
}

/** A call that the outage cut off: what it got instead of an answer says nothing about the runtime. */
export function isCutOff({ outcome, beganMs, endedMs }: RecordedCall, outages: readonly Outage[]): boolean {
  const says =
    (outcome.kind === 'unanswered' && outcome.reason === 'connection-lost') ||
    // That something does not exist is an answer, also from a daemon that has just begun to load what it knew.
    (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND');
  return says && outages.some((outage) => overlaps(outage, beganMs, endedMs ?? beganMs));
}

function overlaps(
  { goesMs, backMs = Number.POSITIVE_INFINITY }: Outage,
  beganMs: number,
  endedMs: number,
): boolean {
  return endedMs >= goesMs && beganMs <= backMs;
}
