// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '#base/failure.js';
import { unlessAborted } from '#base/giving-up.js';
import { endpointOf } from '#cri/client/endpoint.js';
import { connectGuarded } from '#guard/connect.js';
import { cgroupDriverOf, podCgroupsUnder } from '../preflight/cgroup-driver.js';
import { handlersOf, type RuntimeFacts, type Sockets } from '../preflight/runtime-check.js';
import { openSession, type TargetSession } from './session.js';
import { tryOnePod } from './try-one-pod.js';
import { defaultTarget, type TargetOptions } from '../target-options.js';
import type { Io } from '../../shared/use-case.js';

export interface TryPod {
  readonly sockets: Sockets;
  readonly known: RuntimeFacts;
  readonly handler: string;
}

export interface TriedPod {
  readonly failure: Failure | undefined;
  /** What could not be cleaned up. */
  readonly remains: readonly string[];
}

type TryOptions = Pick<TargetOptions, 'registryListen' | 'rpcTimeoutMs'>;
type TryIo = Pick<Io, 'env' | 'cwd' | 'progress' | 'now' | 'signal'>;

/** Tries a pod in a session of its own, on a runtime that is not under test; cleans up as a run does. */
export async function tryPodOn(plan: TryPod, options: TryOptions, io: TryIo): Promise<TriedPod> {
  const { runtimeEndpoint } = plan.sockets;
  const session = await openSession({ ...defaultTarget, ...options, runtimeEndpoint }, io);
  let remains: readonly string[] = [];
  const tried = tryIn(session, plan, { ...options, ...io });
  const failure = await unlessAborted(tried, io.signal, () => new Error('interrupted')).finally(async () => {
    remains = await session.end();
  });
  return { failure, remains };
}

async function tryIn(
  session: TargetSession,
  { sockets, known, handler }: TryPod,
  { rpcTimeoutMs, signal }: Pick<TryOptions, 'rpcTimeoutMs'> & Pick<TryIo, 'signal'>,
): Promise<Failure | undefined> {
  const endpoint = endpointOf(sockets.runtimeEndpoint);
  const imageEndpoint = endpointOf(sockets.imageEndpoint);
  session.ledger.add({ kind: 'endpoint', endpoint, imageEndpoint, owned: false });
  const client = connectGuarded({ ...sockets, apiVersion: known.apiVersion }, session.own);
  try {
    await session.leaveOthersAlone(client);
    const podCgroups = podCgroupsUnder(await cgroupDriverOf(client, handler));
    const handlers = handlersOf(known.status);
    return await tryOnePod(session, {
      client,
      handler,
      handlers,
      podCgroups,
      signal,
      deadlineMs: rpcTimeoutMs,
    });
  } finally {
    client.close();
  }
}
