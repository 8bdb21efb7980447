// SPDX-License-Identifier: Apache-2.0
import { unlessAborted } from '#base/giving-up.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { Problem } from '#kubelet/decide/report/pod-life.js';
import type { Beat } from '#scenarios/step.js';
import { lookAtLog, renameLog, untilLog } from './log-steps.js';
import { daemonBeats } from './daemon-steps.js';
import { nodeBeats } from './node-steps.js';
import { inPodCgroup } from './in-pod-cgroup.js';
import { fill, unfilled, withRegistry } from './placeholders.js';
import { inTime, pollUntil } from './poll.js';
import { kubeletBeats } from './kubelet-steps.js';
import { podBeats } from './pod-steps.js';
import { follow, lookUp, newestContainer, note, Stuck, stuck, type Stage } from '../scenario-context.js';

type Do = Beat['do'];
type Play = { readonly [D in Do]: (stage: Stage, beat: Extract<Beat, { do: D }>) => Promise<void> };

const play: Play = {
  ...podBeats,
  ...kubeletBeats,
  ...daemonBeats(playBeat),
  ...nodeBeats,
  until: async (stage, { container, state, restarts = 0 }) => {
    const seen = await stage.life.until(
      (view) => {
        const newest = newestContainer(view, container);
        return newest?.state === state && newest.attempt >= restarts;
      },
      { timeoutMs: stage.patienceMs, signal: stage.signal },
    );
    if (!seen) throw stuck(stage, `container ${container} to be ${state}`);
  },
  'until-log': untilLog,
  'until-phase': async (stage, { phase }) => {
    const options = { timeoutMs: stage.patienceMs, signal: stage.signal };
    if (!(await stage.life.until((view) => view.phase === phase, options)))
      throw stuck(stage, `phase ${phase}`);
  },
  'until-problem': async (stage, { reason, container }) => {
    const options = { timeoutMs: stage.patienceMs, signal: stage.signal };
    const meant = (problem: Problem): boolean =>
      problem.reason === reason && (container === undefined || problem.container === container);
    if (!(await stage.life.until((view) => view.problems.some(meant), options)))
      throw stuck(stage, `the problem ${reason}`);
  },
  'until-calls': (stage, { rpc, ended, count }) => {
    const rpcs = [rpc].flat();
    const counted = (): number => rpcs.reduce((sum, each) => sum + stage.cri.count(each, ended), 0);
    return pollUntil(stage, `${count} calls of ${rpcs.join(' or ')} (${ended})`, () => counted() >= count);
  },
  'pause-kubelet': (stage) => inTime(stage, 'the kubelet to pause', stage.life.pause()),
  'resume-kubelet': (stage) => {
    stage.life.resume();
    return Promise.resolve();
  },
  call: async (stage, beat) => {
    const made = callByHand(stage, beat);
    if (beat.together === true) stage.beside.push(made);
    else await made;
  },
  'calls-together': async (stage, { calls }) => {
    await Promise.all(calls.map((call) => callByHand(stage, call)));
  },
  'look-at-log': lookAtLog,
  'rename-log': renameLog,
  'watch-events': (stage) => {
    const stream = stage.cri.stream('GetContainerEvents', {});
    stage.streams.push(stream);
    stage.beside.push(follow(stream), stream.ended);
    return Promise.resolve();
  },
  'read-stats-twice': async (stage, { container }) => {
    const call = { rpc: 'ContainerStats', request: { container_id: `{container:${container}}` } };
    await callByHand(stage, call);
    const againMs = performance.now() + 300;
    await pollUntil(stage, 'some time between two samples', () => performance.now() >= againMs);
    await callByHand(stage, call);
  },
};

export async function playBeat(stage: Stage, beat: Beat): Promise<void> {
  if (stage.signal.aborted) throw new Stuck('interrupted');
  note(stage, 'beat', { ...beat });
  stage.memory.see(stage.life.view());
  const playing = (play[beat.do] as (stage: Stage, beat: Beat) => Promise<void>)(stage, beat);
  await unlessAborted(playing, stage.signal, () => new Stuck('interrupted'));
  stage.memory.see(stage.life.view());
}

interface CallByHand {
  readonly rpc: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly deadlineMs?: number;
  readonly as?: string;
}

async function callByHand(stage: Stage, { rpc, request, deadlineMs, as }: CallByHand): Promise<void> {
  const filled = fill(withRegistry(request, stage.registry), (name) => lookUp(stage, name));
  const missing = unfilled(filled);
  if (missing !== undefined) {
    note(stage, 'not called: its object was never created', { rpc, missing });
    return;
  }
  const outcome = await stage.cri.call(rpc as UnaryMethod, inPodCgroup(rpc, filled, stage.cgroupOf), {
    deadlineMs: deadlineMs ?? stage.rpcTimeoutMs,
    signal: stage.signal,
  });
  if (as !== undefined) stage.memory.made(as, outcome);
}
