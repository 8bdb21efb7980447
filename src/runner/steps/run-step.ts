// SPDX-License-Identifier: Apache-2.0
import { unlessAborted } from '#base/giving-up.js';
import type { Problem } from '#kubelet/decide/report/pod-controller.js';
import type { Step } from '#scenarios/step.js';
import { captureLog, renameLog, waitForLog } from './log-steps.js';
import { daemonSteps } from './daemon-steps.js';
import { nodeSteps } from './node-steps.js';
import { callByHand, callUntilChanged, callUntilNew } from './call-by-hand.js';
import { waitForEvent, watchEvents } from './event-steps.js';
import type { Players } from './players.js';
import { inTime, pollUntil, waitForView } from './poll.js';
import { kubeletSteps } from './kubelet-steps.js';
import { podSteps } from './pod-steps.js';
import { emit, newestContainer, Stuck, type ScenarioContext } from '../scenario-context.js';

const players: Players<Step> = {
  ...podSteps,
  ...kubeletSteps,
  ...daemonSteps(runStep),
  ...nodeSteps,
  'wait-for-container': (ctx, { container, state, restarts = 0 }) =>
    waitForView(
      ctx,
      { kind: `a container to be ${state}`, what: `container ${container} to be ${state}` },
      (view) => {
        const newest = newestContainer(view, container);
        return newest?.state === state && newest.attempt >= restarts;
      },
    ),
  'wait-for-log': waitForLog,
  'wait-for-phase': (ctx, { phase }) =>
    waitForView(ctx, { kind: 'a phase', what: `phase ${phase}` }, (view) => view.phase === phase),
  'wait-for-problem': (ctx, { reason, container }) => {
    const meant = (problem: Problem): boolean =>
      problem.reason === reason && (container === undefined || problem.container === container);
    return waitForView(ctx, { kind: 'a problem', what: `the problem ${reason}` }, (view) =>
      view.problems.some(meant),
    );
  },
  'wait-for-calls': (ctx, { rpc, ended, count }) => {
    const rpcs = [rpc].flat();
    const counted = (): number => rpcs.reduce((sum, each) => sum + ctx.cri.count(each, ended), 0);
    const kind = `calls of ${rpcs.join(' or ')} (${ended})`;
    return pollUntil(ctx, { kind, what: `${count} ${kind}` }, () => counted() >= count);
  },
  'pause-kubelet': (ctx) => inTime(ctx, 'the kubelet to pause', ctx.controller.pause()),
  'resume-kubelet': (ctx) => {
    ctx.controller.resume();
    return Promise.resolve();
  },
  call: async (ctx, step) => {
    const made = callByHand(ctx, step);
    if (step.together === true) ctx.background.push(made);
    else await made;
  },
  'let-time-pass': (ctx, { ms }) => letTimePass(ctx, ms),
  'call-until-changed': async (ctx, { rpc, request, by, withinMs }) => {
    await callUntilChanged(ctx, { rpc, request, withinMs }, async () => {
      for (const step of by) await runStep(ctx, step);
    });
  },
  'calls-together': async (ctx, { calls }) => {
    await Promise.all(calls.map((call) => callByHand(ctx, call)));
  },
  'capture-log': captureLog,
  'rename-log': renameLog,
  'watch-events': watchEvents,
  'wait-for-event': waitForEvent,
  'read-stats-twice': async (ctx, { container }) => {
    const call = { rpc: 'ContainerStats', request: { container_id: `{container:${container}}` } };
    await callUntilNew(ctx, call, { afterMs: betweenSamplesMs, withinMs: resampledMs });
  },
};

const betweenSamplesMs = 300;
/** Runtimes that measure in the background do so every ten seconds. */
const resampledMs = 12_000;

/** It always does, however little patience there is for anything else. */
async function letTimePass(ctx: ScenarioContext, ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  const time = { kind: 'time to pass', what: `${ms} ms`, extraMs: ms };
  await pollUntil(ctx, time, () => performance.now() >= untilMs);
}

export async function runStep(ctx: ScenarioContext, step: Step): Promise<void> {
  if (ctx.signal.aborted) throw new Stuck('interrupted');
  const { do: name, ...parameters } = step;
  const nth = ++ctx.stepsBegun;
  emit(ctx, { type: 'step', nth, name, parameters });
  ctx.ids.update(ctx.controller.view());
  const playing = (players[step.do] as (ctx: ScenarioContext, step: Step) => Promise<void>)(ctx, step);
  await unlessAborted(playing, ctx.signal, () => new Stuck('interrupted'));
  emit(ctx, { type: 'step-end', nth });
  ctx.ids.update(ctx.controller.view());
}
