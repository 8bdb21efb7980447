// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namespaceOf, runLabel } from '#base/run-marks.js';
import type { Failure } from '#base/failure.js';
import { connectCri } from '#cri/grpc-client.js';
import type { Trace } from '#run-ledger/trace.js';
import { tracesOfPodSlices } from '#run-ledger/undo/pod-cgroups.js';
import { undoTraces } from '#run-ledger/undo/undo-traces.js';
import { startTestRegistry } from '#test-registry/start-test-registry.js';
import { cgroupDriverOf, podCgroupsUnder } from './cgroup-driver.js';
import { handlersOf, type Known, type Sockets } from './runtime-check.js';
import { linuxOfTrial, trialPod } from './trial-pod.js';

export interface TryPod {
  readonly sockets: Sockets;
  readonly known: Known;
  readonly handler: string;
  readonly rpcTimeoutMs: number;
}

/** A trial pod with a registry of its own, for a runtime that is not being tested. Leaves nothing. */
export async function tryPodOn({
  sockets,
  known,
  handler,
  rpcTimeoutMs,
}: TryPod): Promise<Failure | undefined> {
  const run = randomBytes(4).toString('hex');
  const logs = await mkdtemp(join(tmpdir(), 'criprobe-trial-'));
  const registry = await startTestRegistry();
  const client = connectCri({ ...sockets, apiVersion: known.apiVersion });
  const image = `${registry.address}/criprobe-${run}/box:1`;
  const podCgroups = podCgroupsUnder(await cgroupDriverOf(client, handler));
  const traces: readonly Trace[] = [...tracesOfPodSlices(), { kind: 'pod-cgroups', uids: [run] }];
  try {
    const sandboxConfig = {
      metadata: { name: 'trial', uid: run, namespace: namespaceOf(run) },
      hostname: 'trial',
      log_directory: logs,
      labels: { [runLabel]: run },
      linux: linuxOfTrial(run, podCgroups),
    };
    const handlers = handlersOf(known.status);
    return await trialPod({ client, image, sandboxConfig, handler, handlers, deadlineMs: rpcTimeoutMs });
  } finally {
    await client.call('RemoveImage', { image: { image } }, { deadlineMs: rpcTimeoutMs });
    client.close();
    await undoTraces(traces);
    await registry.close();
    await rm(logs, { recursive: true, force: true });
  }
}
