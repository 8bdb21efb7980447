// SPDX-License-Identifier: Apache-2.0
import type { KubeletBeat } from '#scenarios/step.js';
import { systemClock } from '#host/system-clock.js';
import { inTime, pollUntil } from './poll.js';
import { stuck, type Stage } from '../scenario-context.js';

type Play = {
  readonly [D in KubeletBeat['do']]: (stage: Stage, beat: Extract<KubeletBeat, { do: D }>) => Promise<void>;
};

/** What the kubelet does by its own clock, and what comes between it and the runtime. */
export const kubeletBeats: Play = {
  'collect-garbage': (stage) => inTime(stage, 'the garbage collection to end', stage.life.collectGarbage()),
  'collect-images': collectImages,
  housekeep: (stage) => inTime(stage, 'the housekeeping to end', stage.kubelet.housekeep()),
  'rotate-logs': (stage, { maxBytes }) =>
    inTime(stage, 'the rotation of logs to end', stage.kubelet.rotateLogs({ maxBytes })),
  'until-relisted': async (stage) => {
    const options = { timeoutMs: stage.patienceMs, signal: stage.signal };
    if (!(await stage.life.relisted(options))) throw stuck(stage, 'the kubelet to list everything again');
  },
  'restart-kubelet': (stage, { podGone }) => {
    const { kubelet, life } = stage;
    return inTime(stage, 'the kubelet to be up again', kubelet.restart(podGone === true ? [life] : []));
  },
  interpose: (stage, { faults }) => {
    stage.faulty.interpose(faults);
    return Promise.resolve();
  },
  heal: (stage) => {
    stage.faulty.heal();
    return Promise.resolve();
  },
};

/** An image may have to be older before it is collected. */
const betweenCollectionsMs = 500;

/** Other scenarios remove containers meanwhile; one that is gone between the list and its status ends a collection. */
async function collectImages(stage: Stage, { usedPercent }: { usedPercent: number }): Promise<void> {
  const { cri, kubelet } = stage;
  const disk = { capacityBytes: 1000, availableBytes: (100 - usedPercent) * 10 };
  const before = cri.count('RemoveImage', 'any');
  const isRemoved = (): boolean => cri.count('RemoveImage', 'any') > before;
  await pollUntil(stage, 'an image to be removed', async () => {
    await kubelet.collectImages(disk);
    if (!isRemoved()) await systemClock.sleep(betweenCollectionsMs, stage.signal);
    return isRemoved();
  });
}
