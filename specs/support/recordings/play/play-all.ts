// SPDX-License-Identifier: Apache-2.0
import { compareReads } from '../compare/compare-reads.js';
import { compareStories } from '../compare/compare-stories.js';
import { play, type PlayResult } from './play.js';
import { pooled } from './pool.js';
import { callsOf, type Recording } from '../recording.js';
import type { ControlledRuntime } from './controlled-runtime.js';

export interface PlayAllOptions {
  readonly runtimeFor: (recording: Recording) => Promise<ControlledRuntime>;
  readonly atOnce: number;
  /** It takes something away from others. */
  readonly isAlone?: (recording: Recording) => boolean;
}

/**
 * Plays first those that must be alone, then those with short back-offs, which a busy machine would miss.
 * There, independent calls also change places: what differs is played once more, alone.
 */
export function playAll(
  recordings: ReadonlyMap<string, Recording>,
  { runtimeFor, atOnce, isAlone = () => false }: PlayAllOptions,
): ReadonlyMap<string, Promise<PlayResult>> {
  const all = [...recordings];
  const batches = [
    { entries: all.filter(([, each]) => isAlone(each)), width: 1 },
    { entries: all.filter(([, each]) => !isAlone(each) && backsOff(each)), width: 2 },
    { entries: all.filter(([, each]) => !isAlone(each) && !backsOff(each)), width: atOnce },
  ];
  const plays = new Map<string, Promise<PlayResult>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const { entries, width } of batches) {
    const ready = before;
    const works = entries.map(([, each]) => async (): Promise<PlayResult> => {
      await ready;
      return play(each, await runtimeFor(each));
    });
    const runs = pooled(works, width);
    runs.forEach((run, at) => plays.set(entries[at]?.[0] ?? '', run));
    before = Promise.allSettled([ready, ...runs]);
  }
  const inTurn = new Map<string, Promise<PlayResult>>();
  for (const [title, recording] of all) {
    const ready = before;
    const again = async (): Promise<PlayResult> => {
      await ready;
      return play(recording, await runtimeFor(recording));
    };
    const orAgain = (played: PlayResult): PlayResult | Promise<PlayResult> =>
      isAsRecorded(played, recording) ? played : again();
    const played = plays.get(title)?.then(orAgain).then(orAgain);
    if (played === undefined) continue;
    inTurn.set(title, played);
    before = Promise.allSettled([ready, played]);
  }
  for (const each of [...plays.values(), ...inTurn.values()]) each.catch(() => undefined);
  return inTurn;
}

function isAsRecorded(played: PlayResult, { version }: Recording): boolean {
  const { differences, reads } = complaints(played, version);
  return differences.length + reads.length === 0;
}

/** A container or an image was tried again. */
function backsOff(recording: Recording): boolean {
  const calls = callsOf(recording);
  const isRetry = (request: unknown): boolean => /"attempt":[1-9]/.test(JSON.stringify(request));
  return calls.some(({ rpc, request, error }) =>
    rpc === 'PullImage' ? error !== undefined : rpc === 'CreateContainer' && isRetry(request),
  );
}

/** Empty: the calls are those of the recording. */
export function complaints(
  { recorded, made }: PlayResult,
  version: string,
): { readonly differences: readonly string[]; readonly reads: readonly string[] } {
  return {
    differences: compareStories(recorded, made, version),
    reads: compareReads(recorded, made, version),
  };
}
