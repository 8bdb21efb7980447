// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { PodController } from '#kubelet/decide/report/pod-controller.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { liveKubelet } from '../../../unit/kubelet/live-kubelet.js';
import { canonical, type CanonicalCall } from '../compare/canonical.js';
import { HearingClient } from './hearing-client.js';
import { heardIn, type HeardCall } from '../heard-call.js';
import { act, type MarkContext } from './marks.js';
import { nodeOf } from './node-of.js';
import type { Recording } from '../recording.js';
import type { ControlledRuntime } from './controlled-runtime.js';
import { countOf, isEnough, storyOf, turnsOf, type Count } from '../compare/story.js';

export interface PlayResult {
  readonly recorded: readonly CanonicalCall[];
  readonly made: readonly CanonicalCall[];
  /** Where the driver gave up waiting, and the kubelet's problems. */
  readonly notes: readonly string[];
}

/** If nothing new happens for this long, beyond what the recording needed, it never will. */
const patienceMs = 8000;
const longestGapMs = 60_000;
const lookMs = 5;
const rounds = 4;

/** Gives the recording's manifest to our kubelet, and repeats what happened to the recorded pod. */
export async function play(recording: Recording, runtime: ControlledRuntime): Promise<PlayResult> {
  const hearing = new HearingClient(runtime.cri, runtime.intervene);
  const { version, pod } = recording;
  const live = liveKubelet(hearing, { version, source: 'file', facts: nodeOf(recording) });
  const notes: string[] = [];
  try {
    const life = live.kubelet.add(pod);
    const context: MarkContext = { recording, runtime, life, heard: hearing.heard };
    for (const turn of turnsOf(recording)) {
      if (!(await reached(context, hearing, turn.after)))
        notes.push(
          `${turn.mark} after ${countOf(storyOf(hearing.heard, version)).calls} calls instead of ${turn.after.calls}`,
        );
      await act(context, turn);
    }
    await theEnd(context, hearing);
    const made = canonical([...hearing.heard], {
      names: namesOf(life, live.dir),
      envIsText: hasTextInEnv(version),
    });
    return { recorded: recordedCalls(recording), made, notes: [...notes, ...live.notes] };
  } finally {
    await live.end();
    await runtime.close();
  }
}

export function recordedCalls(recording: Recording): readonly CanonicalCall[] {
  return canonical(heardIn(recording), { names: [], envIsText: hasTextInEnv(recording.version) });
}

/** In v1alpha2 the value of a variable is a string, in v1 bytes. */
const hasTextInEnv = (version: string): boolean => !traitsOf(version).speaksV1;

function namesOf(life: PodController, dir: string): readonly (readonly [string, string])[] {
  return [
    [life.uid, '<uid>'],
    [`${dir}/logs`, '/var/log/pods'],
    [`${dir}/root`, '/var/lib/kubelet'],
  ];
}

/** True: the kubelet has made this many calls, they are answered, and it waits for something to happen. */
async function reached(
  { recording, life }: MarkContext,
  hearing: HearingClient,
  wanted: Count,
): Promise<boolean> {
  const { version } = recording;
  const recorded = storyOf(heardIn(recording), version);
  let length = -1;
  let sinceMs = performance.now();
  for (;;) {
    const made = storyOf(hearing.heard, version);
    const isThere = isEnough(countOf(made), wanted);
    if (isThere && isIdle(hearing, life)) return true;
    if (made.length !== length) sinceMs = performance.now();
    length = made.length;
    const allowedMs = patienceMs + (isThere ? 0 : Math.min(gapAfter(recorded, length), longestGapMs));
    if (performance.now() - sinceMs > allowedMs) return isThere;
    await sleep(lookMs);
  }
}

/** How long the recording waited for its next call. */
function gapAfter(recorded: readonly HeardCall[], count: number): number {
  const [last, next] = [recorded[count - 1], recorded[count]];
  const beganMs = last?.beganMs ?? 0;
  return Math.max((next?.beganMs ?? 0) - beganMs, (last?.endedMs ?? 0) - beganMs, 0);
}

const quietMs = 1000;

/** A relist found nothing new, or a container waits for its next attempt, which is not long. */
function isIdle(hearing: HearingClient, life: PodController): boolean {
  if (hearing.heard.some(({ endedMs }) => endedMs === Infinity)) return false;
  const { problems, syncing } = life.view();
  const backsOff = problems.some(({ reason }) => reason.endsWith('BackOff'));
  return hearing.looked || hearing.quietMs > quietMs || (backsOff && !syncing);
}

async function idle(hearing: HearingClient, life: PodController): Promise<void> {
  while (!isIdle(hearing, life)) await sleep(lookMs);
}

/** Collects garbage until as many sandboxes are removed as in the recording. */
async function theEnd(context: MarkContext, hearing: HearingClient): Promise<void> {
  const { life, recording } = context;
  const recorded = storyOf(heardIn(recording), recording.version);
  const graceMs = 1000 * (recording.pod.spec.terminationGracePeriodSeconds ?? 30);
  if (!life.view().deleted) {
    await reached(context, hearing, countOf(recorded));
    return;
  }
  await life.until(({ terminated }) => terminated, { timeoutMs: graceMs + 2 * patienceMs });
  for (let round = 0; round < rounds && removals(hearing.heard) < removals(recorded); round++) {
    await idle(hearing, life);
    await life.collectGarbage();
  }
}

const removals = (calls: readonly HeardCall[]): number =>
  calls.filter(({ rpc }) => rpc === 'RemovePodSandbox').length;
