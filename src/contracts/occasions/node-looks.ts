// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { NodeLook, NodeObject, NodeProcess } from '#evidence/node-observation.js';
import type { NodeObservation } from '#evidence/observation.js';
import { judgeEach } from '../judging/judging.js';
import { held, undecided, unexercised, unsupported, violated, type Verdict } from '../verdict.js';

/** What the node showed of one sandbox or container at one moment. */
export interface Glimpse {
  readonly atMs: number;
  readonly look: NodeLook;
  readonly object: NodeObject;
}

/** As `judgeEach`; unsupported where the node shows nothing of this runtime's pods. */
export function judgeOnNode<T>(evidence: Evidence, { occasions, none, judge }: JudgedOnNode<T>): Verdict {
  const unseen = evidence.nodeUnseen();
  return unseen === undefined ? judgeEach(occasions(), none, judge) : unsupported([], unseen);
}

interface JudgedOnNode<T> {
  readonly occasions: () => Iterable<T>;
  /** Why there may be none. */
  readonly none: string;
  readonly judge: (occasion: T) => Verdict;
}

const glimpses = new WeakMap<Evidence, ReadonlyMap<string, readonly Glimpse[]>>();

/** In the order of the looks. */
export function glimpsesOf(evidence: Evidence, id: string): readonly Glimpse[] {
  const known = glimpses.get(evidence) ?? byObject(evidence.nodeLooks());
  glimpses.set(evidence, known);
  return known.get(id) ?? [];
}

function byObject(looks: readonly NodeObservation[]): ReadonlyMap<string, readonly Glimpse[]> {
  const found = new Map<string, Glimpse[]>();
  for (const { atMs, facts: look } of looks) {
    for (const object of look.objects) {
      const others = found.get(object.id) ?? [];
      others.push({ atMs, look, object });
      found.set(object.id, others);
    }
  }
  return found;
}

/** The last look after the call: it was waited for what should be gone. */
export function lastLookAfter(evidence: Evidence, { seq }: RecordedCall): NodeLook | undefined {
  return evidence.nodeLooks().findLast(({ facts }) => facts.when === 'after' && facts.call === seq)?.facts;
}

/** A zombie has ended. */
export function living({ processes }: NodeObject): readonly NodeProcess[] {
  return processes.filter(({ state }) => state !== 'Z' && state !== 'X');
}

/** It had a process once before that moment, so that one could be seen. */
export function wasAliveBefore(evidence: Evidence, id: string, atMs: number): boolean {
  return glimpsesOf(evidence, id).some((one) => one.atMs <= atMs && living(one.object).length > 0);
}

/** Looks at it while it ran, after its start was answered. */
export function glimpsesAlive(evidence: Evidence, life: ContainerHistory): readonly Glimpse[] {
  const startedMs = life.starts[0]?.endedMs ?? Infinity;
  return glimpsesOf(evidence, life.id).filter(
    ({ atMs, object }) => atMs >= startedMs && living(object).length > 0,
  );
}

export function textOfProcesses(processes: readonly NodeProcess[]): string {
  return processes.map(({ pid, command, state }) => `pid ${pid} (${command}), state ${state}`).join(', ');
}

/** After the call nothing is left of these objects that were there before it. */
export function mustBeGone(evidence: Evidence, call: RecordedCall, { of, left, what }: Gone): Verdict {
  const look = lastLookAfter(evidence, call);
  const objects = look?.objects.filter(({ id }) => of.has(id)) ?? [];
  if (look === undefined || objects.length === 0) return unexercised('nobody looked at the node afterwards');
  const found = objects.flatMap((object) =>
    left(object).map((text) => `${object.kind} ${object.id}: ${text}`),
  );
  if (found.length === 0) return held([call.seq]);
  if (!look.isPatient) return undecided([call.seq], 'nobody waited long enough for it to be gone');
  return violated([call.seq], {
    expected: `after ${call.rpc}: no ${what}`,
    actual: `${(look.waitedMs / 1000).toFixed(1)} s later: ${found.join('; ')}`,
  });
}

interface Gone {
  /** Ids of objects of which something was seen before. */
  readonly of: ReadonlySet<string>;
  /** What is left of one, as texts. */
  readonly left: (object: NodeObject) => readonly string[];
  readonly what: string;
}

export function processesLeft(object: NodeObject): readonly string[] {
  const left = living(object);
  return left.length === 0 ? [] : [textOfProcesses(left)];
}

/** The objects of a sandbox that had processes before the call. */
export function aliveInSandbox(evidence: Evidence, sandbox: string, call: RecordedCall): ReadonlySet<string> {
  const inside = evidence.containers().filter(({ sandboxId }) => sandboxId === sandbox);
  const ids = [sandbox, ...inside.map(({ id }) => id)];
  return new Set(ids.filter((id) => wasAliveBefore(evidence, id, call.beganMs)));
}
