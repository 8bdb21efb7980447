// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import { lineSeenBefore } from '../occasions.js';
import { isBeforeOutage, statementsOf } from '../outages.js';

interface Sample {
  readonly call: AnsweredCall;
  readonly life: object;
}

/**
 * Each sample with the last one of its object that was answered before it, whichever method gave them. Not across
 * an outage: another version may measure more, or less.
 */
export function* inARow<S extends Sample>(
  evidence: Evidence,
  samples: readonly S[],
): Generator<readonly [S, S]> {
  for (const [at, other] of samples.entries()) {
    const one = samples
      .slice(0, at)
      .findLast(({ call, life }) => life === other.life && beganAfter(other.call, call));
    if (one !== undefined && isWithoutOutage(evidence, one.call, other.call)) yield [one, other];
  }
}

function isWithoutOutage(evidence: Evidence, one: AnsweredCall, other: AnsweredCall): boolean {
  return evidence.outages().every((outage) => isBeforeOutage(one, outage) === isBeforeOutage(other, outage));
}

const changing: ReadonlySet<string> = new Set([
  'memory',
  'put',
  'append',
  'mkdir',
  'remove',
  'fork',
  'background',
  'times',
  'if-file',
]);

/**
 * Its program has done all that changes what it uses, apart from the processor, and nobody runs a program beside
 * it: whoever measures it twice gets the same.
 */
export function isQuietSince(evidence: Evidence, life: ContainerHistory, call: AnsweredCall): boolean {
  const statements = statementsOf(life);
  const isDone =
    statements.every((statement) => !changing.has(statement.do)) ||
    lineSeenBefore(evidence, life, call) !== undefined;
  const beside = [
    ...life.execs,
    ...evidence.on('Exec', life.id),
    ...evidence.on('CheckpointContainer', life.id),
  ];
  const isUpdated = evidence.on('UpdateContainerResources', life.id).length > 0;
  return statements.length > 0 && isDone && !isUpdated && beside.length === 0;
}
