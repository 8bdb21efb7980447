// SPDX-License-Identifier: Apache-2.0
import { unlessAborted } from '#base/giving-up.js';
import { poll } from '#base/poll.js';
import type { PodView } from '#kubelet/decide/report/pod-controller.js';
import { stuck, type ScenarioContext } from '../scenario-context.js';

const everyMs = 20;

/** Polls until `done`, or throws Stuck, naming the condition. A look may hang, too. */
export async function pollUntil(
  ctx: ScenarioContext,
  what: string,
  done: () => boolean | Promise<boolean>,
): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const seen = done();
    return (typeof seen === 'boolean' ? seen : await inTime(ctx, what, seen)) || undefined;
  };
  const isDone = await poll(look, { withinMs: ctx.stepTimeoutMs, everyMs, signal: ctx.signal });
  if (isDone === undefined) throw stuck(ctx, what);
}

/** Waits for a change of the pod, as the kubelet sees it, or throws Stuck, naming the condition. */
export async function waitForView(
  ctx: ScenarioContext,
  what: string,
  isThere: (view: PodView) => boolean,
): Promise<void> {
  const options = { timeoutMs: ctx.stepTimeoutMs, signal: ctx.signal };
  if (!(await ctx.controller.until(isThere, options))) throw stuck(ctx, what);
}

/** The result of the work, unless it takes longer than the scenario waits. */
export async function inTime<T>(ctx: ScenarioContext, what: string, work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => {
    patience.abort();
  }, ctx.stepTimeoutMs);
  try {
    return await unlessAborted(work, patience.signal, () => stuck(ctx, what));
  } finally {
    clearTimeout(timer);
  }
}
