// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import type { PodStep, PodChange } from '#scenarios/step.js';
import type { Players } from './players.js';
import { withRegistry } from './placeholders.js';
import { patiently, waitForView } from './poll.js';

/** Changes to the pod that the API server reports to the kubelet. */
export const podSteps: Players<PodStep> = {
  'delete-pod': async (ctx, { gracePeriodSeconds, wait }) => {
    const deletion = patiently(ctx, toBeKilled, async (options) => {
      const ended = await ctx.controller.delete({ ...options, ...within(gracePeriodSeconds) });
      return ended === 'terminated';
    });
    if (wait === 'no') ctx.background.push(deletion.catch(() => undefined));
    else await deletion;
  },
  'wait-for-termination': (ctx) => waitForView(ctx, toBeKilled, (view) => view.terminated),
  'update-pod': (ctx, { change }) => {
    ctx.controller.update(changed(ctx.controller.pod, withRegistry(change, ctx.registry)));
    return Promise.resolve();
  },
  'evict-pod': (ctx, { gracePeriodSeconds }) =>
    patiently(ctx, toBeKilled, async (options) => {
      const ended = await ctx.controller.evict({ ...options, ...within(gracePeriodSeconds) });
      return ended === 'terminated';
    }),
  'replace-pod': (ctx, { change }) => {
    const { pod, uid } = ctx.nextPod((old) => changed(old, change));
    ctx.uids.push(uid);
    ctx.controller = ctx.kubelet.replace(ctx.controller, pod);
    return Promise.resolve();
  },
};

const toBeKilled = 'the pod to be killed';

const within = (gracePeriodSeconds: number | undefined): { readonly gracePeriodSeconds?: number } =>
  gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };

function changed(pod: Pod, { containers = {}, ephemeralContainers }: PodChange): Pod {
  const after = (container: Container): Container => ({ ...container, ...containers[container.name] });
  return {
    ...pod,
    spec: {
      ...pod.spec,
      containers: pod.spec.containers.map(after),
      ...(ephemeralContainers && { ephemeralContainers }),
    },
  };
}
