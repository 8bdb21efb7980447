// SPDX-License-Identifier: Apache-2.0
import type { PodStatus } from '../decide/report/pod-status.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { readPod } from './read-status.js';
import type { Pleg } from './pleg.js';

export interface AfterKillPorts {
  readonly ctx: KubeletContext;
  readonly pleg: Pick<Pleg, 'newerThan'>;
}

/**
 * kubelet.go, SyncTerminatingPod: the status of the pod after a kill. Before 1.22 the next relist had to show
 * it; `seen` returns that.
 */
export async function readAfterKill(
  { ctx, pleg }: AfterKillPorts,
  uid: string,
  seen: () => PodStatus,
): Promise<PodStatus | undefined> {
  if (ctx.traits.terminationStateMachine) return readPod(ctx, uid);
  await pleg.newerThan(uid, ctx.clock.nowMs());
  return seen();
}
