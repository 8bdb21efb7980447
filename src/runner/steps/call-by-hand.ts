// SPDX-License-Identifier: Apache-2.0
import { pause } from '#base/clock.js';
import { poll } from '#base/poll.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { inPodCgroup } from './in-pod-cgroup.js';
import { fill, unfilled, withRegistry } from './placeholders.js';
import { lookUp, note, type ScenarioContext } from '../scenario-context.js';

/** A call of the scenario's own, with placeholders; see `call` in src/scenarios/step.ts. */
interface CallByHand {
  readonly rpc: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly deadlineMs?: number;
  readonly againForMs?: number;
  readonly againAfterMs?: number;
  readonly as?: string;
}

/** As a kubelet, which does not hurry to try again. */
const againEveryMs = 500;

/** CRI-O holds a repeated request for minutes, in case the first one is still being worked on. */
const patienceMs = 5_000;
const maxStalls = 2;

export async function callByHand(ctx: ScenarioContext, call: CallByHand): Promise<void> {
  const outcome = await callOnce(ctx, call);
  if (outcome?.kind !== 'unanswered' || call.againForMs === undefined) return;
  if (call.againAfterMs !== undefined) await pause(call.againAfterMs, ctx.signal);
  await callAgain(ctx, call, performance.now() + call.againForMs);
}

async function callAgain(ctx: ScenarioContext, call: CallByHand, untilMs: number): Promise<void> {
  let stalls = 0;
  while (performance.now() < untilMs && stalls < maxStalls && !ctx.signal.aborted) {
    const again = await callOnce(ctx, { ...call, deadlineMs: patienceMs });
    if (again?.kind === 'ok' || (await isListed(ctx, call))) return;
    if (again?.kind === 'unanswered') stalls++;
    await pause(againEveryMs, ctx.signal);
  }
}

/** Reads before and after `change`, until an answer differs in more than its timestamps. */
export async function callUntilChanged(
  ctx: ScenarioContext,
  { withinMs, ...call }: CallByHand & { readonly withinMs: number },
  change: () => Promise<void>,
): Promise<void> {
  const before = withoutTimes(await callOnce(ctx, call));
  await change();
  const look = async (): Promise<true | undefined> =>
    withoutTimes(await callOnce(ctx, call)) !== before || undefined;
  await poll(look, { withinMs, everyMs: againEveryMs, signal: ctx.signal });
}

/** Makes it twice, and goes on until the answer is another one: a runtime may give what it measured a while ago. */
export async function callUntilNew(
  ctx: ScenarioContext,
  call: CallByHand,
  { afterMs, withinMs }: { readonly afterMs: number; readonly withinMs: number },
): Promise<void> {
  const before = JSON.stringify(await callOnce(ctx, call));
  await pause(afterMs, ctx.signal);
  const look = async (): Promise<true | undefined> =>
    JSON.stringify(await callOnce(ctx, call)) !== before || undefined;
  await poll(look, { withinMs, everyMs: againEveryMs, signal: ctx.signal });
}

function withoutTimes(outcome: Outcome | undefined): string {
  const answer = outcome?.kind === 'ok' ? outcome.response : { ...outcome };
  return JSON.stringify(answer, (key, value: unknown) => (key === 'timestamp' ? undefined : value));
}

/** Undefined: its object was never created. */
async function callOnce(
  ctx: ScenarioContext,
  { rpc, request, deadlineMs, as }: CallByHand,
): Promise<Outcome | undefined> {
  const own = withRegistry(request, ctx.registry);
  const digests = await digestsIn(ctx, own);
  const filled = fill(own, (name) => digests.get(name) ?? lookUp(ctx, name));
  const missing = unfilled(filled);
  if (missing !== undefined) {
    note(ctx, 'not called: its object was never created', { rpc, missing });
    return undefined;
  }
  const outcome = await ctx.cri.call(rpc as UnaryMethod, inPodCgroup(rpc, filled, ctx.cgroupOf), {
    deadlineMs: deadlineMs ?? ctx.rpcTimeoutMs,
    signal: ctx.signal,
  });
  if (as !== undefined) ctx.ids.remember(as, outcome);
  return outcome;
}

/** The digests under which our registry serves the images named by `{digest:…}`. */
async function digestsIn(ctx: ScenarioContext, request: object): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const [, name = '', reference = ''] of JSON.stringify(request).matchAll(/\{(digest:([^{}"]+))\}/g)) {
    const [digest] = (await ctx.servedImage(reference))?.digests ?? [];
    if (digest !== undefined) digests.set(name, digest);
  }
  return digests;
}

/** A creation that nobody waited for may have worked all the same: then its name is taken, and rightly so. */
async function isListed(ctx: ScenarioContext, { rpc, request }: CallByHand): Promise<boolean> {
  const named = request as Creation;
  const filter = fill({ label_selector: named.config?.labels ?? {} }, (name) => lookUp(ctx, name));
  const options = { deadlineMs: ctx.rpcTimeoutMs, signal: ctx.signal };
  const outcome =
    rpc === 'RunPodSandbox'
      ? await ctx.cri.call('ListPodSandbox', { filter }, options)
      : await ctx.cri.call('ListContainers', { filter }, options);
  if (outcome.kind !== 'ok') return false;
  const { items = [], containers = [] } = outcome.response as Listed;
  return [...items, ...containers].some(({ metadata }) => metadata?.name === named.config?.metadata?.name);
}

interface Named {
  readonly metadata?: { readonly name?: string };
}

interface Creation {
  readonly config?: Named & { readonly labels?: Readonly<Record<string, string>> };
}

interface Listed {
  readonly items?: readonly Named[];
  readonly containers?: readonly Named[];
}
