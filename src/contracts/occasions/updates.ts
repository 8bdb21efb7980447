// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type RecordedCall } from '#evidence/call.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter, endMs, isUndisturbed } from '#evidence/history/order.js';
import { holds } from '../judging/judging.js';
import type { StatusView } from './occasions.js';
import { unsupported, type Verdict } from '../verdict.js';

export const resourceFields = [
  'cpu_period',
  'cpu_quota',
  'cpu_shares',
  'memory_limit_in_bytes',
  'cpuset_cpus',
  'cpuset_mems',
] as const;

/**
 * An update of a running container, with the last status before it and the first after it, without another
 * update in between.
 */
export interface Update {
  readonly update: RecordedCall<'UpdateContainerResources'>;
  readonly before: StatusView;
  readonly after: StatusView;
}

export function updatesOf(evidence: Evidence): readonly Update[] {
  return evidence.containers().flatMap((life) => {
    const running = statusViews(life).filter(({ state }) => state === 'CONTAINER_RUNNING');
    const updates = evidence.on('UpdateContainerResources', life.id);
    return updates.flatMap((update) => {
      const before = running.filter(({ call }) => beganAfter(update, call)).at(-1);
      const after = running.find(({ call }) => isUndisturbed(call, update, updates));
      return before === undefined || after === undefined ? [] : [{ update, before, after }];
    });
  });
}

/** Neither an update nor a restart changes the resources of the container between the two moments, in either order. */
export function isSameInForce(
  evidence: Evidence,
  { id, sandboxId }: ContainerHistory,
  [one, other]: readonly [Moment, Moment],
): boolean {
  const updates = [
    ...evidence.on('UpdateContainerResources', id),
    ...evidence.on('UpdatePodSandboxResources', sandboxId),
  ];
  const changes = [
    ...updates.map((update) => ({
      fromMs: update.beganMs,
      untilMs: isAnswered(update) ? update.endedMs : Infinity,
    })),
    ...evidence
      .outages()
      .map(({ stoppingMs, startedMs = Infinity }) => ({ fromMs: stoppingMs, untilMs: startedMs })),
  ];
  return changes.every(
    (change) =>
      [one, other].every(({ untilMs }) => untilMs <= change.fromMs) ||
      [one, other].every(({ fromMs }) => fromMs >= change.untilMs),
  );
}

/** When something was so, on the recording's clock. */
interface Moment {
  readonly fromMs: number;
  readonly untilMs: number;
}

export const momentOf = (call: RecordedCall): Moment => ({ fromMs: call.beganMs, untilMs: endMs(call) });

/** The later status has the values that were sent. */
export function mustShow({ update, after }: Pick<Update, 'update' | 'after'>): Verdict {
  const now = after.status.resources?.linux;
  if (now === undefined) return unsupported([after.call.seq], 'the status has no resources');
  const sent = update.request.linux ?? {};
  const wrong = resourceFields.filter((field) => isSent(update, field) && now[field] !== sent[field]);
  return holds([update, after.call], wrong.length === 0, {
    expected: wrong.map((field) => `${field} ${sent[field] ?? ''}`).join(', '),
    actual: wrong.map((field) => `${field} ${now[field] ?? '0'}`).join(', '),
  });
}

export function isSent(
  { request }: RecordedCall<'UpdateContainerResources'>,
  field: (typeof resourceFields)[number],
): boolean {
  return isSpecified(field, request.linux?.[field] ?? '');
}

/** Empty leaves a field to the runtime, and so does zero, but for lists: that one names the first processor. */
export function isSpecified(field: string, value: string): boolean {
  return value !== '' && (value !== '0' || field.startsWith('cpuset_'));
}
