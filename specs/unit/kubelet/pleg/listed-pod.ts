// SPDX-License-Identifier: Apache-2.0
import type {
  Container,
  ContainerStatus,
  PodSandbox,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';

/** Something listed: of the pod `u`, created at `at`. */
export interface ListedObject {
  readonly id: string;
  readonly at: number;
  readonly attempt?: number;
  readonly name?: string;
  readonly state?: 'created' | 'running' | 'exited' | 'unknown';
  readonly ready?: boolean;
  readonly ip?: string;
  readonly sandbox?: string;
}

export function sandboxOf({
  id,
  at,
  attempt = 0,
  ready = true,
  ip,
}: ListedObject): PodSandbox & PodSandboxStatus {
  return {
    id,
    metadata: { name: 'p', namespace: 'd', uid: 'u', attempt },
    created_at: String(at),
    ...(!ready && { state: 'SANDBOX_NOTREADY' }),
    ...(ip !== undefined && { network: { ip } }),
  };
}

const states = {
  created: 'CONTAINER_CREATED',
  running: 'CONTAINER_RUNNING',
  exited: 'CONTAINER_EXITED',
  unknown: 'CONTAINER_UNKNOWN',
} as const;

export function containerOf(thing: ListedObject): Container & ContainerStatus {
  const { id, at, attempt = 0, name = 'a', state = 'running', sandbox = 's0' } = thing;
  return {
    id,
    metadata: { name, attempt },
    created_at: String(at),
    state: states[state],
    image: { image: 'box:1' },
    image_ref: 'ref',
    labels: { 'io.kubernetes.pod.uid': 'u', 'io.kubernetes.container.name': name },
    pod_sandbox_id: sandbox,
  };
}
