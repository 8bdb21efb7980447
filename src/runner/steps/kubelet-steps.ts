// SPDX-License-Identifier: Apache-2.0
import type { KubeletStep } from '#scenarios/step.js';
import { systemClock } from '#host/system-clock.js';
import type { Players } from './players.js';
import { inTime, patiently, pollUntil } from './poll.js';
import type { ScenarioContext } from '../scenario-context.js';

/** Steps of the kubelet's own loops, and faults between it and the runtime. */
export const kubeletSteps: Players<KubeletStep> = {
  'collect-garbage': (ctx) => inTime(ctx, 'the garbage collection to end', ctx.controller.collectGarbage()),
  'collect-images': collectImages,
  housekeep: (ctx) => inTime(ctx, 'the housekeeping to end', ctx.kubelet.housekeep()),
  'rotate-logs': (ctx, { maxBytes }) =>
    inTime(ctx, 'the rotation of logs to end', ctx.kubelet.rotateLogs({ maxBytes })),
  'wait-for-relist': (ctx) =>
    patiently(ctx, 'the kubelet to list everything again', (options) => ctx.controller.relisted(options)),
  'restart-kubelet': (ctx, { podGone }) => {
    const { kubelet, controller } = ctx;
    return inTime(ctx, 'the kubelet to be up again', kubelet.restart(podGone === true ? [controller] : []));
  },
  'inject-faults': (ctx, { faults }) => {
    ctx.faults.inject(faults);
    return Promise.resolve();
  },
  'clear-faults': (ctx) => {
    ctx.faults.clear();
    return Promise.resolve();
  },
};

/** An image may have to be older before it is collected. */
const betweenCollectionsMs = 150;

/** A container that disappears between the list and its status aborts a collection. */
async function collectImages(ctx: ScenarioContext, { usedPercent }: { usedPercent: number }): Promise<void> {
  const { cri, kubelet } = ctx;
  const disk = { capacityBytes: 1000, availableBytes: (100 - usedPercent) * 10 };
  const before = cri.count('RemoveImage', 'any');
  const isRemoved = (): boolean => cri.count('RemoveImage', 'any') > before;
  await pollUntil(ctx, 'an image to be removed', async () => {
    await kubelet.collectImages(disk);
    if (!isRemoved()) await systemClock.sleep(betweenCollectionsMs, ctx.signal);
    return isRemoved();
  });
}
