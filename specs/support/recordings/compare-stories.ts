// SPDX-License-Identifier: Apache-2.0
import type { CanonicalCall } from './canonical.js';
import { compareProbes } from './compare-probes.js';
import { fieldDifferences } from './field-differences.js';
import { asFarAsBoth } from './rounds.js';
import { comparable, deadlineToleranceMs, runsOf } from './tolerated.js';

/** Mutating calls, image calls, hooks and probes: every difference, as a sentence. None: the same story. */
export function compareStories(
  recorded: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
  version: string,
): readonly string[] {
  const [theirs, ours] = asFarAsBoth(comparable(recorded, version), comparable(made, version));
  const pairs = aligned(theirs, ours);
  return [
    ...pairs.flatMap(([a, b], at) => differencesOf(a, b, at + 1)),
    ...waitingDifferences(theirs, ours, pairs),
    ...compareProbes(recorded, made),
  ];
}

type Pair = readonly [CanonicalCall | undefined, CanonicalCall | undefined];

const label = ({ rpc, about }: CanonicalCall): string => `${rpc} ${about}`;

function differencesOf(recorded: Pair[0], made: Pair[1], at: number): readonly string[] {
  if (recorded === undefined)
    return made === undefined ? [] : [`call ${at}: made, not recorded: ${label(made)}`];
  if (made === undefined) return [`call ${at}: recorded, not made: ${label(recorded)}`];
  const fields = fieldDifferences(recorded.request, made.request);
  return [...fields, ...deadlineDifference(recorded, made)].map(
    (text) => `call ${at}: ${label(recorded)}: ${text}`,
  );
}

export function deadlineDifference(recorded: CanonicalCall, made: CanonicalCall): readonly string[] {
  const [a, b] = [recorded.deadlineMs, made.deadlineMs];
  const isSame = a === null || b === null ? a === b : Math.abs(a - b) <= deadlineToleranceMs;
  return isSame ? [] : [`deadline: recorded ${String(a)} ms, made ${String(b)} ms`];
}

/** The longest common order of calls, with what is between on either side. */
function aligned(theirs: readonly CanonicalCall[], ours: readonly CanonicalCall[]): readonly Pair[] {
  const lengths = commonLengths(theirs, ours);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < theirs.length || j < ours.length) {
    const [a, b] = [theirs[i], ours[j]];
    const isPair = a !== undefined && b !== undefined && label(a) === label(b);
    const down = lengths[i + 1]?.[j] ?? -1;
    const right = lengths[i]?.[j + 1] ?? -1;
    const takes = { theirs: isPair || (a !== undefined && (b === undefined || down >= right)), ours: false };
    takes.ours = isPair || !takes.theirs;
    pairs.push([takes.theirs ? a : undefined, takes.ours ? b : undefined]);
    if (takes.theirs) i += 1;
    if (takes.ours) j += 1;
  }
  return pairs;
}

function commonLengths(
  theirs: readonly CanonicalCall[],
  ours: readonly CanonicalCall[],
): readonly (readonly number[])[] {
  const rows = theirs.map(() => Array<number>(ours.length + 1).fill(0));
  rows.push(Array<number>(ours.length + 1).fill(0));
  for (let i = theirs.length - 1; i >= 0; i--) {
    for (let j = ours.length - 1; j >= 0; j--) {
      const [a, b] = [theirs[i], ours[j]];
      const isSame = a !== undefined && b !== undefined && label(a) === label(b);
      const best = isSame
        ? (rows[i + 1]?.[j + 1] ?? 0) + 1
        : Math.max(rows[i + 1]?.[j] ?? 0, rows[i]?.[j + 1] ?? 0);
      (rows[i] ?? [])[j] = best;
    }
  }
  return rows;
}

/** Shorter calls may end before another one that was sent with them has begun. */
const noticeableMs = 50;

/** Of calls that may change places: where one waited for the other, and where it did not. */
function waitingDifferences(
  theirs: readonly CanonicalCall[],
  ours: readonly CanonicalCall[],
  pairs: readonly Pair[],
): readonly string[] {
  const partner = new Map(pairs.flatMap(([a, b]) => (a && b ? [[a, b] as const] : [])));
  const waits = (one: CanonicalCall, other: CanonicalCall): boolean => other.beganMs >= one.endedMs;
  return runsOf(theirs).flatMap((run) =>
    run.flatMap((one) =>
      run.flatMap((other) => {
        const [ourOne, ourOther] = [partner.get(one), partner.get(other)];
        if (ourOne === undefined || ourOther === undefined || one.rpc === 'RemoveContainer') return [];
        const [theirWait, ourWait] = [waits(one, other), waits(ourOne, ourOther)];
        if (theirWait && !ourWait) return [`${label(other)} is recorded after the end of ${label(one)}`];
        const isLong = ourOne.endedMs - ourOne.beganMs > noticeableMs;
        const wasAtOnce = !theirWait && !waits(other, one) && one !== other;
        return wasAtOnce && ourWait && isLong
          ? [`${label(other)} is recorded at once with ${label(one)}`]
          : [];
      }),
    ),
  );
}
