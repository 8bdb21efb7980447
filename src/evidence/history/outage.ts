// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '../call.js';
import type { Intent, OutageKind } from '../intent.js';

/** An intended outage of the runtime's daemon, with the time of each state. */
export interface Outage {
  readonly how: OutageKind;
  readonly stoppingMs: number;
  /** Undefined: it could not be stopped. */
  readonly stoppedMs: number | undefined;
  readonly startingMs: number | undefined;
  /** Undefined: it did not become ready again. */
  readonly startedMs: number | undefined;
  /** Another version of the runtime came back: it may show more than before. */
  readonly upgraded: boolean;
  /** The version that was there at first came back. */
  readonly back: boolean;
}

export function outagesIn(intents: readonly Intent[]): readonly Outage[] {
  const outages: { -readonly [K in keyof Outage]: Outage[K] }[] = [];
  for (const event of intents) {
    if (event.type !== 'daemon') continue;
    const { state, how, atMs, upgraded = false, back = false } = event;
    const last = outages.at(-1);
    if (state === 'stopping')
      outages.push({
        how,
        stoppingMs: atMs,
        stoppedMs: undefined,
        startingMs: undefined,
        startedMs: undefined,
        upgraded,
        back,
      });
    else if (last !== undefined) {
      last[`${state}Ms`] = atMs;
      last.upgraded ||= upgraded;
    }
  }
  return outages;
}

/** An outage interrupted the call: what it got instead of an answer says nothing about the runtime. */
export function isCutOff({ outcome, beganMs, endedMs }: RecordedCall, outages: readonly Outage[]): boolean {
  const says =
    (outcome.kind === 'unanswered' && outcome.reason === 'connection-lost') ||
    // NOT_FOUND is an answer, also from a daemon that has just begun to load its state.
    (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND');
  return says && outages.some((outage) => overlaps(outage, beganMs, endedMs ?? beganMs));
}

function overlaps(
  { stoppingMs, startedMs = Number.POSITIVE_INFINITY }: Outage,
  beganMs: number,
  endedMs: number,
): boolean {
  return endedMs >= stoppingMs && beganMs <= startedMs;
}
