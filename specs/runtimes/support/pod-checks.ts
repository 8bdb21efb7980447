// SPDX-License-Identifier: Apache-2.0
import { connect } from 'node:net';
import { expect } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { becomesTrue } from '#base/poll.js';
import { answer, type RunningPod } from './run-pod.js';

export async function statusOf(client: CriClient, { container }: RunningPod): Promise<ContainerStatus> {
  const { status } = await answer(client, 'ContainerStatus', { container_id: container });
  if (status === undefined) throw new Error(`no status of ${container}`);
  return status;
}

export async function stateOf(client: CriClient, pod: RunningPod): Promise<string | undefined> {
  return (await statusOf(client, pod)).state;
}

export async function removePod(client: CriClient, { sandbox }: RunningPod): Promise<void> {
  await answer(client, 'StopPodSandbox', { pod_sandbox_id: sandbox });
  await answer(client, 'RemovePodSandbox', { pod_sandbox_id: sandbox });
}

/** Its container ends with grace, and the pod goes. */
export async function canBeEnded(client: CriClient, pod: RunningPod): Promise<void> {
  await answer(client, 'StopContainer', { container_id: pod.container, timeout: '5' });
  expect(await stateOf(client, pod)).toBe('CONTAINER_EXITED');
  await removePod(client, pod);
}

/** Somebody listens there, or does soon. */
export function canConnect(host: string, port: number): Promise<boolean> {
  return becomesTrue(() => connects(host, port), 10_000);
}

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
