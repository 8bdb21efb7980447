// SPDX-License-Identifier: Apache-2.0
import { connectCri } from '#cri/client/grpc-client.js';

/**
 * Removes every pod from a runtime that this run started, so that their networks are released properly. Its
 * socket is in a directory of ours, so nobody else has objects there. Ignores errors.
 */
export async function removeAllPods(endpoint: string, withinMs: number): Promise<void> {
  const client = connectCri({ runtimeEndpoint: endpoint });
  const options = { deadlineMs: withinMs };
  try {
    const listed = await client.call('ListPodSandbox', {}, { deadlineMs: Math.min(2_000, withinMs) });
    if (listed.kind !== 'ok') return;
    const ids = (listed.response.items ?? []).flatMap(({ id }) => id ?? []);
    await Promise.all(
      ids.map(async (id) => {
        const stopped = await client.call('StopPodSandbox', { pod_sandbox_id: id }, options);
        if (stopped.kind === 'ok') await client.call('RemovePodSandbox', { pod_sandbox_id: id }, options);
      }),
    );
  } finally {
    client.close();
  }
}
