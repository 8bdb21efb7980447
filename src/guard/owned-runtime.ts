// SPDX-License-Identifier: Apache-2.0
import { abortedAfter } from '#base/giving-up.js';
import { connectCri } from '#cri/client/grpc-client.js';

const deadlineMs = 20_000;
/** Of a runtime that may have stopped answering. */
const listMs = 2_000;
/** After an interruption its end takes everything with it anyway. */
const hastyMs = 1_500;

/**
 * Removes every pod from a runtime that this run started, so that their networks are released properly. Its
 * socket is in a directory of ours, so nobody else has objects there. Ignores errors.
 */
export async function removeAllPods(endpoint: string, interrupted?: AbortSignal): Promise<void> {
  const client = connectCri({ runtimeEndpoint: endpoint });
  const options = { deadlineMs, ...(interrupted && { signal: abortedAfter(interrupted, hastyMs) }) };
  try {
    const listed = await client.call('ListPodSandbox', {}, { ...options, deadlineMs: listMs });
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
