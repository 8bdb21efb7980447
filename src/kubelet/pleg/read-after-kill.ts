// SPDX-License-Identifier: Apache-2.0
import type { PodStatus } from '../decide/report/pod-status.js';
import type { Hands } from '../context/kubelet-context.js';
import { readPod } from './read-status.js';
import type { Relister } from './pleg.js';

export interface AfterKillPorts {
  readonly hands: Hands;
  readonly relister: Pick<Relister, 'newerThan'>;
}

/**
 * The pod once it has been killed, to see whether that worked. Before 1.22 a kubelet did not look by itself: its next
 * relist had to show it, which `seen` hands over.
 */
export async function readAfterKill(
  { hands, relister }: AfterKillPorts,
  uid: string,
  seen: () => PodStatus,
): Promise<PodStatus | undefined> {
  if (hands.traits.terminationStateMachine) return readPod(hands, uid);
  await relister.newerThan(uid, hands.clock.nowMs());
  return seen();
}
