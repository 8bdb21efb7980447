// SPDX-License-Identifier: Apache-2.0
import type { DeleteOptions } from '#kubelet/decide/report/pod-controller.js';
import type { Container, Pod } from '#pod/pod.js';
import type { PodStep, PodChange } from '#scenarios/step.js';
import type { Players } from './players.js';
import { withRegistry } from './placeholders.js';
import { waitForView } from './poll.js';
import { stuck, type ScenarioContext } from '../scenario-context.js';

/** Changes to the pod that the API server reports to the kubelet. */
export const podSteps: Players<PodStep> = {
  'delete-pod': async (ctx, { gracePeriodSeconds, wait }) => {
    const deletion = ctx.controller.delete(ending(ctx, gracePeriodSeconds));
    if (wait === 'no') ctx.background.push(deletion);
    else if ((await deletion) === 'stuck') throw stuck(ctx, 'the pod to be killed');
  },
  'wait-for-termination': (ctx) => waitForView(ctx, 'the pod to be killed', (view) => view.terminated),
  'update-pod': (ctx, { change }) => {
    ctx.controller.update(changed(ctx.controller.pod, withRegistry(change, ctx.registry)));
    return Promise.resolve();
  },
  'evict-pod': async (ctx, { gracePeriodSeconds }) => {
    if ((await ctx.controller.evict(ending(ctx, gracePeriodSeconds))) === 'stuck')
      throw stuck(ctx, 'the pod to be killed');
  },
  'replace-pod': (ctx, { change }) => {
    const { pod, uid } = ctx.nextPod((old) => changed(old, change));
    ctx.uids.push(uid);
    ctx.controller = ctx.kubelet.replace(ctx.controller, pod);
    return Promise.resolve();
  },
};

function ending(
  { stepTimeoutMs: timeoutMs, signal }: ScenarioContext,
  gracePeriodSeconds: number | undefined,
): DeleteOptions {
  return { timeoutMs, signal, ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }) };
}

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
