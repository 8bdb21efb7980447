// SPDX-License-Identifier: Apache-2.0
import type { CanonicalCall } from './canonical.js';
import { aligned, label, type Pair } from './aligned.js';
import { compareProbes } from './compare-probes.js';
import { fieldDifferences } from './field-differences.js';
import { asFarAsBoth } from './rounds.js';
import { comparable, deadlineToleranceMs, runsOf, settled } from './tolerated.js';

/** Mutating calls, image calls, hooks and probes: every difference, as a sentence. Empty: the same story. */
export function compareStories(
  recorded: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
  version: string,
): readonly string[] {
  const both = asFarAsBoth(comparable(recorded, version), comparable(made, version));
  const [theirs, ours] = [settled(both[0]), settled(both[1])];
  const pairs = aligned(theirs, ours);
  return [
    ...pairs.flatMap(([a, b], at) => differencesOf(a, b, at + 1)),
    ...waitingDifferences(theirs, pairs),
    ...compareProbes(recorded, made),
  ];
}

function differencesOf(recorded: Pair[0], made: Pair[1], at: number): readonly string[] {
  if (recorded === undefined)
    return made === undefined ? [] : [`call ${at}: made, not recorded: ${label(made)}`];
  if (made === undefined) return [`call ${at}: recorded, not made: ${label(recorded)}`];
  const fields = fieldDifferences(recorded.request, made.request);
  return [...fields, ...deadlineDifference(recorded, made)].map(
    (text) => `call ${at}: ${label(recorded)}: ${text}`,
  );
}

function deadlineDifference(recorded: CanonicalCall, made: CanonicalCall): readonly string[] {
  const [a, b] = [recorded.deadlineMs, made.deadlineMs];
  const isSame = a === null || b === null ? a === b : Math.abs(a - b) <= deadlineToleranceMs;
  return isSame ? [] : [`deadline: recorded ${String(a)} ms, made ${String(b)} ms`];
}

/** Shorter calls may end before another one that was sent with them has begun. */
const noticeableMs = 50;

const waits = (one: CanonicalCall, other: CanonicalCall): boolean => other.beganMs >= one.endedMs;

/** For calls that may change places: whether one waited for the other. */
function waitingDifferences(theirs: readonly CanonicalCall[], pairs: readonly Pair[]): readonly string[] {
  const partner = new Map(pairs.flatMap(([a, b]) => (a && b ? [[a, b] as const] : [])));
  const neighbours = runsOf(theirs).flatMap((run) =>
    run.flatMap((one) => run.filter((other) => other !== one).map((other) => [one, other] as const)),
  );
  return neighbours.flatMap(([one, other]) => {
    const [ourOne, ourOther] = [partner.get(one), partner.get(other)];
    if (ourOne === undefined || ourOther === undefined || one.rpc === 'RemoveContainer') return [];
    return waitingDifference([one, other], [ourOne, ourOther]);
  });
}

type Two = readonly [CanonicalCall, CanonicalCall];

function waitingDifference([one, other]: Two, [ourOne, ourOther]: Two): readonly string[] {
  const ourWait = waits(ourOne, ourOther);
  if (waits(one, other)) return ourWait ? [] : [`${label(other)} is recorded after the end of ${label(one)}`];
  const isLong = ourOne.endedMs - ourOne.beganMs > noticeableMs;
  const wasAtOnce = !waits(other, one);
  return wasAtOnce && ourWait && isLong ? [`${label(other)} is recorded at once with ${label(one)}`] : [];
}
