// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { CriClient } from '#cri/client.js';

const deadlineMs = 60_000;

/** Stops and removes every sandbox of a pod, whatever state it is in. Looks for its uid, touches nothing else. */
export async function sweepPod(cri: CriClient, uid: string): Promise<void> {
  const label_selector = { [podUidLabel]: uid };
  const pods = await cri.call('ListPodSandbox', { filter: { label_selector } }, { deadlineMs });
  for (const { id } of (pods.kind === 'ok' && pods.response.items) || []) {
    await cri.call('StopPodSandbox', { pod_sandbox_id: id }, { deadlineMs });
    await cri.call('RemovePodSandbox', { pod_sandbox_id: id }, { deadlineMs });
  }
}
