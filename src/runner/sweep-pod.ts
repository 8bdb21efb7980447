// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { CriClient } from '#cri/client/client.js';

const deadlineMs = 60_000;

/**
 * Stops and removes every sandbox of a pod, in whatever state. A runtime may ignore the filter: other pods'
 * sandboxes are left alone.
 */
export async function sweepPod(cri: CriClient, uid: string): Promise<void> {
  const label_selector = { [podUidLabel]: uid };
  const pods = await cri.call('ListPodSandbox', { filter: { label_selector } }, { deadlineMs });
  const listed = (pods.kind === 'ok' && pods.response.items) || [];
  for (const { id = '' } of listed.filter(({ metadata }) => metadata?.uid === uid)) {
    await cri.call('StopPodSandbox', { pod_sandbox_id: id }, { deadlineMs });
    await cri.call('RemovePodSandbox', { pod_sandbox_id: id }, { deadlineMs });
  }
}
