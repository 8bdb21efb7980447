// SPDX-License-Identifier: Apache-2.0
import type { Container, ContainerStatus, PodSandbox, PodSandboxStatus } from '#cri/generated/messages.js';
import { isReady, type PodStatus } from '../decide/pod-status.js';
import type { Call } from '../do/runtime.js';
import { validContainerStatus, validSandboxStatus } from '../do/valid-status.js';

/** A pod as the two lists show it. */
export interface Listed {
  readonly sandboxes: readonly PodSandbox[];
  readonly containers: readonly Container[];
}

/** Reads every sandbox and container of a pod, newest first; undefined if one of them cannot be read. */
export async function readPodStatus(call: Call, listed: Listed): Promise<PodStatus | undefined> {
  const sandboxes = await readEach(byAge(listed.sandboxes), async (id) => {
    const answer = await call('PodSandboxStatus', { pod_sandbox_id: id });
    if (!answer.ok) return answer.code === 'NOT_FOUND' ? 'gone' : undefined;
    return validSandboxStatus(answer.response.status) ? answer.response.status : undefined;
  });
  if (!sandboxes) return undefined;
  const containers = await readEach(byAge(listed.containers), async (id) => {
    const answer = await call('ContainerStatus', { container_id: id });
    if (!answer.ok) return answer.code === 'NOT_FOUND' ? 'gone' : undefined;
    return validContainerStatus(answer.response.status) ? answer.response.status : undefined;
  });
  return containers && podStatus(sandboxes, containers, listed);
}

async function readEach<T>(
  items: readonly { readonly id?: string | undefined }[],
  read: (id: string) => Promise<T | 'gone' | undefined>,
): Promise<readonly T[] | undefined> {
  const found: T[] = [];
  for (const { id = '' } of items) {
    const one = await read(id);
    if (one === undefined) return undefined;
    if (one !== 'gone') found.push(one);
  }
  return found;
}

function podStatus(
  unsorted: readonly PodSandboxStatus[],
  containers: readonly ContainerStatus[],
  listed: Listed,
): PodStatus {
  const sandboxes = unsorted.toSorted((a, b) => (b.metadata?.attempt ?? 0) - (a.metadata?.attempt ?? 0));
  const [latest] = sandboxes;
  const current = latest && isReady(latest) ? latest : undefined;
  const active = listed.containers.filter(({ pod_sandbox_id }) => pod_sandbox_id === current?.id);
  return {
    sandboxes,
    containers: byAge(containers),
    active: new Set(active.flatMap(({ id }) => id ?? [])),
    sandboxOf: new Map(listed.containers.map(({ id = '', pod_sandbox_id = '' }) => [id, pod_sandbox_id])),
    ips: current ? ipsOf(current) : [],
  };
}

export function ipsOf({ network }: PodSandboxStatus): readonly string[] {
  const all = [network?.ip, ...(network?.additional_ips ?? []).map(({ ip }) => ip)];
  return all.filter((ip): ip is string => ip !== undefined && ip !== '');
}

function byAge<T extends { readonly created_at?: string | undefined; readonly id?: string | undefined }>(
  items: readonly T[],
): readonly T[] {
  return items.toSorted((a, b) => {
    const age = BigInt(b.created_at ?? 0) - BigInt(a.created_at ?? 0);
    return age === 0n ? (a.id ?? '').localeCompare(b.id ?? '') : age > 0n ? 1 : -1;
  });
}
