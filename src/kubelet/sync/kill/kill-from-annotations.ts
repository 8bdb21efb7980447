// SPDX-License-Identifier: Apache-2.0
import { rebuiltPod } from '../../decide/sync/rebuilt-pod.js';
import { noStatus } from '../../decide/report/pod-status.js';
import type { Problem } from '../../decide/report/pod-controller.js';
import { killContainer } from './kill-container.js';
import type { KubeletContext } from '../../context/kubelet-context.js';
import { validContainerStatus } from '../../context/valid-status.js';

/** kuberuntime_container.go, killContainer without a pod: the pod is rebuilt from labels and annotations. */
export async function killFromAnnotations(ctx: KubeletContext, id: string): Promise<Problem | undefined> {
  const read = await ctx.call('ContainerStatus', { container_id: id });
  const found = read.ok ? read.response.status : undefined;
  if (!validContainerStatus(found)) {
    return {
      reason: 'KillContainerError',
      message: read.ok ? 'its status lacks what it must have' : read.message,
    };
  }
  const { pod, uid, container } = rebuiltPod(found);
  return killContainer({ ctx, pod, uid, status: noStatus }, { id, container, reason: 'Unknown' });
}
