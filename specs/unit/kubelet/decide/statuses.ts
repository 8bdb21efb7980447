// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import { containerHash } from '#kubelet/hash/container-hash.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import { traitsOf, type Traits } from '#kubelet/versions/traits.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';

export function container(name: string, more: Partial<Container> = {}): Container {
  return { name, image: 'box:1', ...more };
}

/** Of the newest kubelet. */
export const newestTraits: Traits = traitsOf('1.37');

export function podOf(spec: Partial<PodSpec> = {}): Pod {
  return { metadata: { name: 'p', namespace: 'd' }, spec: { containers: [container('a')], ...spec } };
}

export function sandbox(more: Partial<PodSandboxStatus> = {}): PodSandboxStatus {
  return {
    id: 's0',
    metadata: { name: 'p', uid: 'u', namespace: 'd' },
    network: { ip: '10.0.0.1' },
    ...more,
  };
}

export const dead = { state: 'SANDBOX_NOTREADY' } as const;

type State = 'created' | 'running' | 'unknown' | number;

/** A number is the code with which it exited. */
export function instance(name: string, state: State, more: Partial<ContainerStatus> = {}): ContainerStatus {
  const states = { created: undefined, running: 'CONTAINER_RUNNING', unknown: 'CONTAINER_UNKNOWN' } as const;
  const annotations = {
    'io.kubernetes.container.hash': containerHash({ name, image: 'box:1' }, { hashOfNameAndImage: true }),
  };
  const exited = typeof state === 'number';
  return {
    id: `${name}0`,
    metadata: { name },
    annotations,
    ...(exited ? { state: 'CONTAINER_EXITED', exit_code: state } : { state: states[state] }),
    ...more,
  };
}

export function status(
  sandboxes: readonly PodSandboxStatus[],
  containers: readonly ContainerStatus[] = [],
): PodStatus {
  const active = new Set(containers.map(({ id = '' }) => id));
  return { sandboxes, containers, active, sandboxOf: new Map(), ips: [] };
}
