// SPDX-License-Identifier: Apache-2.0
import { stateOf, type PodStatus } from '../../decide/report/pod-status.js';
import type { Problem } from '../../decide/report/pod-life.js';

/** What is wrong with a pod after a kill that the runtime answered well; undefined: it could not be read. */
export function afterKill(status: PodStatus | undefined): readonly Problem[] {
  if (!status) return [{ reason: 'FailedToKillPod', message: 'the pod could not be read after the kill' }];
  const running = status.containers.filter((container) => stateOf(container) === 'running');
  return running.map(({ metadata }) => ({
    reason: 'FailedToKillPod',
    container: metadata?.name ?? '',
    message: 'it is running after a kill that the runtime answered well',
  }));
}
