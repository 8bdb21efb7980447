// SPDX-License-Identifier: Apache-2.0
import type { CanonicalCall } from './canonical.js';
import { isProbe } from './story.js';
import { deadlineToleranceMs } from './tolerated.js';

/** Compares by container instance and command: present or not, how many, when, and with which deadline. */
export function compareProbes(
  recorded: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
): readonly string[] {
  const [theirs, ours] = [byKind(recorded), byKind(made)];
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((kind) => {
    const [a, b] = [theirs.get(kind) ?? [], ours.get(kind) ?? []];
    const about = (a[0] ?? b[0])?.about ?? '';
    const counts = countsDiffer(a.length, b.length, isLast(about, recorded, made))
      ? [`probe ${kind}: recorded ${a.length} times, made ${b.length} times`]
      : [];
    return [...counts, ...deadlines(kind, a, b), ...early(kind, b, made)];
  });
}

function byKind(calls: readonly CanonicalCall[]): ReadonlyMap<string, readonly CanonicalCall[]> {
  const kinds = new Map<string, CanonicalCall[]>();
  for (const call of calls.filter(isProbe)) {
    const { cmd, timeout } = call.request as { readonly cmd?: unknown; readonly timeout?: string };
    const kind = `${call.about} ${JSON.stringify(cmd)} timeout ${timeout ?? ''}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), call]);
  }
  return kinds;
}

/** With an open end, one side at least must continue. */
const countsDiffer = (recorded: number, made: number, isOpen: boolean): boolean =>
  isOpen ? recorded > 0 && made === 0 : recorded !== made;

/** The last instance on one of the two sides, or a later one. */
function isLast(about: string, ...sides: readonly (readonly CanonicalCall[])[]): boolean {
  const name = about.replace(/:\d+>$/, '');
  return sides.some((calls) => {
    const instances = calls.filter(
      (call) => call.rpc === 'CreateContainer' && call.about.startsWith(`${name}:`),
    );
    return attemptOf(about) >= attemptOf(instances.at(-1)?.about ?? '');
  });
}

const attemptOf = (about: string): number => Number(/:(\d+)>$/.exec(about)?.[1] ?? 0);

function deadlines(
  kind: string,
  recorded: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
): readonly string[] {
  const theirs = recorded[0]?.deadlineMs;
  if (theirs === undefined) return [];
  const isFar = ({ deadlineMs }: CanonicalCall): boolean =>
    theirs === null || deadlineMs === null
      ? theirs !== deadlineMs
      : Math.abs(theirs - deadlineMs) > deadlineToleranceMs;
  const far = made.find(isFar);
  return far === undefined
    ? []
    : [`probe ${kind}: deadline recorded ${String(theirs)} ms, made ${String(far.deadlineMs)} ms`];
}

/** No probe before its container was started. */
function early(
  kind: string,
  probes: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
): readonly string[] {
  const [first] = probes;
  const start = made.find(({ rpc, about }) => rpc === 'StartContainer' && about === first?.about);
  if (first === undefined || (start !== undefined && start.endedMs <= first.beganMs)) return [];
  return [`probe ${kind}: made before the container was started`];
}
