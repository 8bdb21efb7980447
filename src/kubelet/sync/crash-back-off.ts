// SPDX-License-Identifier: Apache-2.0
import { formatDuration } from '#base/text/duration.js';
import type { Container } from '#pod/pod.js';
import { goJson } from '../hash/go-json.js';
import { stateOf, millisOf } from '../decide/report/pod-status.js';
import type { Problem } from '../decide/report/pod-controller.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_manager.go, doBackOff: a crashing container waits until its window has passed; `retryMs` says
 * how long.
 */
export function crashBackOff(
  sync: PodSync,
  container: Container,
): (Problem & { readonly retryMs?: number }) | undefined {
  const { ctx, status, uid } = sync;
  const ended = status.containers.find(
    (each) => each.metadata?.name === container.name && stateOf(each) === 'exited',
  );
  if (!ended) return undefined;
  const key = `${uid}_${container.name}_${container.image}_${goJson(container.resources ?? {})}`;
  const finishedMs = millisOf(ended.finished_at);
  const nowMs = ctx.wallMs();
  const retryMs = ctx.crashBackOff.remainingMs(key, finishedMs, nowMs);
  if (retryMs > 0) {
    return {
      reason: 'CrashLoopBackOff',
      container: container.name,
      message: waiting(sync, container, ctx.crashBackOff.windowMs(key)),
      ...(ctx.traits.retryWhenBackOffEnds && { retryMs }),
    };
  }
  ctx.crashBackOff.advance(key, finishedMs, nowMs);
  return undefined;
}

function waiting({ pod, uid }: PodSync, { name }: Container, windowMs: number): string {
  const { namespace = 'default', name: podName } = pod.metadata;
  return `back-off ${formatDuration(windowMs)} restarting failed container=${name} pod=${podName}_${namespace}(${uid})`;
}
