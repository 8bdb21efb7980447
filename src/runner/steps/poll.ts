// SPDX-License-Identifier: Apache-2.0
import { unlessAborted } from '#base/giving-up.js';
import { longestTimerMs } from '#base/clock.js';
import { poll } from '#base/poll.js';
import type { PodView, UntilOptions } from '#kubelet/decide/report/pod-controller.js';
import type { Grant } from '../patience.js';
import { stuck, type ScenarioContext } from '../scenario-context.js';

const everyMs = 20;

/** What a step waits for; waits of a kind share their patience. A text is a kind of its own. */
export type WaitFor =
  | string
  | {
      readonly kind: string;
      readonly what: string;
      /** What it takes by itself, whatever the patience. */
      readonly extraMs?: number;
    };

/** Waits, as long as there is patience for this kind of wait, or throws Stuck, naming the condition. */
export async function patiently(
  ctx: ScenarioContext,
  awaited: WaitFor,
  wait: (options: UntilOptions & { readonly signal: AbortSignal }) => Promise<boolean>,
): Promise<void> {
  const {
    kind,
    what,
    extraMs = 0,
  } = typeof awaited === 'string' ? { kind: awaited, what: awaited } : awaited;
  const grant = ctx.patience.begin(kind, extraMs);
  let isFulfilled = false;
  try {
    const signal = AbortSignal.any([ctx.signal, grant.over]);
    isFulfilled = await wait({ timeoutMs: longestTimerMs, signal });
    if (!isFulfilled) throw stuck(ctx, what, grant.waitedMs());
  } finally {
    grant.end(isFulfilled);
  }
}

/** Polls until `done`, or throws Stuck, naming the condition. A look may hang, too. */
export async function pollUntil(
  ctx: ScenarioContext,
  awaited: WaitFor,
  done: () => boolean | Promise<boolean>,
): Promise<void> {
  await patiently(ctx, awaited, async ({ timeoutMs, signal }) => {
    const look = async (): Promise<true | undefined> => {
      const seen = done();
      if (typeof seen === 'boolean') return seen || undefined;
      return (
        (await unlessAborted(seen, signal, () => new Error('given up')).catch(falseIfOver(signal))) ||
        undefined
      );
    };
    return (await poll(look, { withinMs: timeoutMs, everyMs, signal })) ?? false;
  });
}

/** Waits for a change of the pod, as the kubelet sees it, or throws Stuck, naming the condition. */
export async function waitForView(
  ctx: ScenarioContext,
  awaited: WaitFor,
  isThere: (view: PodView) => boolean,
): Promise<void> {
  await patiently(ctx, awaited, (options) => ctx.controller.until(isThere, options));
}

/** The result of the work, unless it takes longer than the scenario waits. */
export async function inTime<T>(ctx: ScenarioContext, what: string, work: Promise<T>): Promise<T> {
  const grant: Grant = ctx.patience.begin(what);
  try {
    const result = await unlessAborted(work, grant.over, () => stuck(ctx, what, grant.waitedMs()));
    grant.end(true);
    return result;
  } finally {
    grant.end(false);
  }
}

/** A look that was given up saw nothing. */
const falseIfOver =
  (signal: AbortSignal) =>
  (error: unknown): false => {
    if (signal.aborted) return false;
    throw error;
  };
