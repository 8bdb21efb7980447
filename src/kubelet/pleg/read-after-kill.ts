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
 * The pod once it has been killed, to see whether that worked. Before 1.22 a kubelet did not look by itself: its next
 * relist had to show it, which `seen` hands over.
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
