// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall, RecordedCall } from '#evidence/call.js';
import {
  statusViews,
  type ContainerHistory,
  type ContainerAnswer,
} from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Outage } from '#evidence/history/outage.js';
import {
  sandboxStatusViews,
  type SandboxHistory,
  type SandboxView,
} from '#evidence/history/sandbox-history.js';
import type { StepHistory } from '#evidence/history/step-history.js';
import { statementsIn } from '#guest/box.js';
import { finalStatement } from '#guest/predict.js';
import { scaledMs } from '../judging/node-pace.js';
import type { ParsedStatement } from '#guest/statement.js';
import type { StatusView } from './occasions.js';
import { wordsOf } from './words.js';

/** An object that was read before and after an outage, without a change in between. */
export interface Survivor<Life, View> {
  readonly life: Life;
  readonly outage: Outage;
  /** The last status before. */
  readonly before: View;
  /** In the order they began; at least one. */
  readonly after: readonly [View, ...View[]];
}

export type SurvivingContainer = Survivor<ContainerHistory, StatusView>;
export type SandboxStatusView = Extract<SandboxView, { kind: 'status' }>;
export type SurvivingSandbox = Survivor<SandboxHistory, SandboxStatusView>;

export const isBeforeOutage = (call: RecordedCall, { stoppingMs }: Outage): boolean =>
  (call.endedMs ?? Infinity) <= stoppingMs;

/** The new daemon answered it. Where another version does not start, the one before answers again. */
export function isAfterOutage(call: RecordedCall, { startingMs, startedMs, upgraded }: Outage): boolean {
  if (upgraded && startedMs === undefined) return false;
  return call.beganMs >= (startingMs ?? startedMs ?? Infinity);
}

/** The time since the daemon reported ready again. */
export const sinceBackMs = (call: RecordedCall, { startedMs = Infinity }: Outage): number =>
  call.beganMs - startedMs;

export function containersThrough(evidence: Evidence): readonly SurvivingContainer[] {
  return through(evidence, evidence.containers(), statusViews);
}

/** Including lists. */
export function containersSeenThrough(
  evidence: Evidence,
): readonly Survivor<ContainerHistory, ContainerAnswer>[] {
  return through(evidence, evidence.containers(), ({ views }) => views);
}

export function sandboxesSeenThrough(evidence: Evidence): readonly Survivor<SandboxHistory, SandboxView>[] {
  return through(evidence, evidence.sandboxes(), ({ views }) => views);
}

export function sandboxesThrough(evidence: Evidence): readonly SurvivingSandbox[] {
  return through(evidence, evidence.sandboxes(), sandboxStatusViews);
}

function through<
  Life extends { readonly changes: readonly RecordedCall[] },
  View extends { readonly call: AnsweredCall },
>(
  evidence: Evidence,
  lives: readonly Life[],
  viewsOf: (life: Life) => readonly View[],
): readonly Survivor<Life, View>[] {
  return evidence.outages().flatMap((outage) =>
    lives.flatMap((life): readonly Survivor<Life, View>[] => {
      const views = viewsOf(life);
      const before = views.filter(({ call }) => isBeforeOutage(call, outage)).at(-1);
      if (before === undefined) return [];
      const [first, ...rest] = views.filter(
        ({ call }) => isAfterOutage(call, outage) && isUnchangedBetween(life.changes, before.call, call),
      );
      return first === undefined ? [] : [{ life, outage, before, after: [first, ...rest] }];
    }),
  );
}

function isUnchangedBetween(
  changes: readonly RecordedCall[],
  before: RecordedCall,
  after: RecordedCall,
): boolean {
  return changes.every((change) => beganAfter(before, change) || beganAfter(change, after));
}

/** A step that began and ended while the daemon was down. */
export function happenedWhileDown(
  { beganMs, endedMs }: StepHistory,
  { stoppedMs, startingMs }: Outage,
): boolean {
  if (stoppedMs === undefined || startingMs === undefined || endedMs === undefined) return false;
  return beganMs >= stoppedMs && endedMs <= startingMs;
}

/** Statements of its program, if that is ours. */
export function statementsOf({ config }: ContainerHistory): readonly ParsedStatement[] {
  return statementsIn(wordsOf(config)) ?? [];
}

/** Its program runs until something ends it. */
export function goesOnForEver(life: ContainerHistory): boolean {
  const last = finalStatement(statementsOf(life))?.do;
  return last === 'wait' || last === 'tick';
}

/** What changed during an outage must show this long after it, on slow machines too. */
export const boundMs = 30_000;

/** The same for this node: on a fast one that is sooner, and before a scenario loses patience. */
export const backWithinMs = (evidence: Evidence): number =>
  scaledMs(evidence, { fastMs: 15_000, slowMs: boundMs });

/** The sandbox whose process was killed during the outage; undefined if none was. */
export function killedSandboxId(evidence: Evidence, { stoppedMs, startingMs }: Outage): string | undefined {
  if (stoppedMs === undefined || startingMs === undefined) return undefined;
  return evidence
    .processesKilled()
    .find(({ count, atMs }) => count > 0 && atMs >= stoppedMs && atMs <= startingMs)?.sandbox;
}

/** Its process was killed during an outage: no contract expects anything of it any more. */
export function wasKilledWhileDown(evidence: Evidence, sandboxId: string): boolean {
  return evidence.outages().some((outage) => killedSandboxId(evidence, outage) === sandboxId);
}

/** Its daemon was down, or started so recently that it may not be ready yet. */
export function mayBeStarting(evidence: Evidence, { beganMs }: RecordedCall): boolean {
  return evidence
    .outages()
    .some(({ stoppingMs, startedMs = Infinity }) => beganMs >= stoppingMs && beganMs <= startedMs + boundMs);
}

/** How launchers say that it was started, and ended or was not ready in time; not what the machine lacks. */
const launched =
  /^the daemon: (?:.* did not start: (?:it crashed|it was not ready in time|it ended with)|not ready after|it ended with)/;

/** The same of a runtime that an owner's command started. */
const commanded = /^the daemon: The runtime at .* did not come back after /;

/** Whether the reason why a scenario ended is a runtime that did not start, and nothing else. */
export function didNotStart(reason: string): boolean {
  return launched.test(reason) || commanded.test(reason);
}
