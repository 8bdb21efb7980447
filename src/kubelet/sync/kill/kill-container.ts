// SPDX-License-Identifier: Apache-2.0
import { notNeeded } from '#base/clock.js';
import type { Container } from '#pod/pod.js';
import { killGraceSeconds, minGraceSeconds, overrideSentWhole } from '../../decide/sync/grace-period.js';
import type { KillReason } from '../../decide/sync/pod-actions.js';
import type { Problem } from '../../decide/report/pod-controller.js';
import { runHook } from '../hooks/hooks.js';
import { stopped } from '../../context/stopped.js';
import type { PodSync } from '../../context/kubelet-context.js';
import type { TerminationOrder } from './termination-order.js';

/** Timers of Node may fire this much early. */
const timerSlackMs = 2;

export interface Kill {
  readonly id: string;
  readonly container: Container;
  readonly reason: KillReason;
  /** Replaces the grace period of the container. */
  readonly graceOverride?: number | undefined;
  readonly order?: TerminationOrder | undefined;
}

/**
 * kuberuntime_container.go, killContainer: preStop hook, then StopContainer with what is left of the grace
 * period.
 */
export async function killContainer(sync: PodSync, kill: Kill): Promise<Problem | undefined> {
  const { ctx, pod } = sync;
  const { container, id, reason } = kill;
  const own = killGraceSeconds({ pod, container, reason, traits: ctx.traits });
  const graceSeconds = kill.graceOverride ?? own;
  ctx.note('kill container', { container: container.name, id, reason, graceSeconds });
  const whole = overrideSentWhole(ctx.traits);
  const rest = await restOf(sync, kill, whole ? own : graceSeconds);
  const timeout = whole ? (kill.graceOverride ?? rest) : rest;
  const answer = await ctx.call('StopContainer', {
    container_id: id,
    ...(timeout !== 0 && { timeout: String(timeout) }),
  });
  if (!answer.ok && !stopped(answer, ctx.traits)) {
    return { reason: 'KillContainerError', container: container.name, message: answer.message };
  }
  kill.order?.containerTerminated(container.name);
  return undefined;
}

/** What the preStop hook and the termination order leave of the grace period. */
async function restOf(sync: PodSync, kill: Kill, graceSeconds: number): Promise<number> {
  const { container, order } = kill;
  let rest = graceSeconds;
  if (container.lifecycle?.preStop && rest > 0) rest -= await preStop(sync, kill, rest);
  if (order && rest > 0) rest -= await wholeSeconds(sync, order.waitForTurn(container.name, rest * 1000));
  return Math.max(rest, minGraceSeconds);
}

/**
 * kuberuntime_container.go, executePreStopHook: waits for the hook, at most for the grace period; the hook
 * then goes on by itself. Returns the whole seconds used.
 */
async function preStop(sync: PodSync, { container, id }: Kill, grace: number): Promise<number> {
  const { ctx } = sync;
  const handler = container.lifecycle?.preStop;
  if (!handler) return 0;
  const waiting = new AbortController();
  const hook = runHook(sync, { container, id }, handler).then((failed) => {
    waiting.abort(notNeeded);
    if (failed !== undefined)
      ctx.note('preStop hook failed', { container: container.name, id, message: failed });
  });
  const patience = ctx.clock.sleep(grace * 1000, AbortSignal.any([waiting.signal, ctx.signal]));
  return wholeSeconds(sync, Promise.race([hook, patience]));
}

async function wholeSeconds({ ctx: { clock } }: PodSync, what: Promise<void>): Promise<number> {
  const began = clock.nowMs();
  await what;
  return Math.floor((clock.nowMs() - began + timerSlackMs) / 1000);
}
