// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import type { Clock } from '#base/clock.js';
import { abortedAfter, endsBefore } from '#base/giving-up.js';
import type { CriClient } from '#cri/client/client.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';
import type { DeleteOptions, PodController, PodView } from '#kubelet/decide/report/pod-controller.js';
import type { Pod } from '#pod/pod.js';
import { sweepPod } from '#runner/sweep-pod.js';
import { settled } from './play-settled.js';
import { reasonOnce, summaryOf, type PlayedPod } from './play-summary.js';

export interface PlayContext {
  readonly cri: CriClient;
  readonly clock: Clock;
  readonly node: NodeFiles;
  readonly kubelet: KubeletOptions;
  readonly holdMs: number;
  readonly deleteAfterMs: number | undefined;
  readonly graceSeconds: number | undefined;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** After an interruption. */
const inHaste: DeleteOptions = { gracePeriodSeconds: 1 };

/** After an interruption the user waits; the session removes what is left of the pods. */
const endingMs = 4_000;

const ignored = (): void => undefined;

/** Drives pods through their lives in parallel: start, hold, delete, collect garbage. */
export async function playPods(ctx: PlayContext, pods: readonly Pod[]): Promise<readonly PlayedPod[]> {
  const { cri, clock, node, signal } = ctx;
  setMaxListeners(0, signal);
  const tooLate = abortedAfter(signal, endingMs);
  const kubelet = new Kubelet({ cri, clock, node, note: ignored, onLogRenamed: ignored }, ctx.kubelet);
  try {
    return await Promise.all(pods.map((pod) => playPod({ ...ctx, written: pod }, kubelet.add(pod), tooLate)));
  } finally {
    await endsBefore(tooLate, kubelet.close());
  }
}

interface PodContext extends PlayContext {
  /** The pod as in its manifest. */
  readonly written: Pod;
}

async function playPod(ctx: PodContext, controller: PodController, tooLate: AbortSignal): Promise<PlayedPod> {
  const { signal, clock, say } = ctx;
  const { name } = controller.pod.metadata;
  if (ctx.deleteAfterMs === undefined) await settled(controller, { ...ctx, pace: ctx.kubelet.pace });
  else await clock.sleep(ctx.deleteAfterMs, signal);
  say(`${name}: ${standing(controller.view())}`);
  if (ctx.deleteAfterMs === undefined) await clock.sleep(ctx.holdMs, signal);
  const before = controller.view();
  const ended = await controller.delete({ ...(signal.aborted ? inHaste : graceOf(ctx)), signal: tooLate });
  const after = controller.view();
  say(`${name}: ${ended === 'terminated' ? 'deleted' : 'could not be terminated'}`);
  await endsBefore(tooLate, controller.collectGarbage());
  if (ended === 'stuck') await endsBefore(tooLate, sweepPod(ctx.cri, controller.uid));
  return summaryOf({ controller, before, after, ended });
}

function graceOf({ graceSeconds }: PlayContext): DeleteOptions {
  return graceSeconds === undefined ? {} : { gracePeriodSeconds: graceSeconds };
}

function standing(view: PodView): string {
  const [problem] = view.problems;
  return problem === undefined ? view.phase : `${view.phase}, ${reasonOnce(problem.reason, problem.message)}`;
}
