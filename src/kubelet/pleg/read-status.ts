// SPDX-License-Identifier: Apache-2.0
import type {
  Container,
  ContainerStatus,
  PodSandbox,
  PodSandboxStatus,
} from '#cri/proto/generated/messages.js';
import { isReady, type PodStatus } from '../decide/report/pod-status.js';
import { validContainerStatus, validSandboxStatus } from '../context/valid-status.js';
import { listPod, podContainers, podSandboxes, type PodLists, type ReadPorts } from './list-pod.js';
import { byAge, byNewest } from './newest-first.js';

interface ReadSandbox {
  readonly status: PodSandboxStatus;
  /** Statuses that came with the sandbox; undefined: none did, so they are read one by one. */
  readonly containers: readonly ContainerStatus[] | undefined;
}

/** kuberuntime_manager.go, GetPodStatus: lists and reads one pod; undefined if a call fails. */
export async function readPod(ports: ReadPorts, uid: string): Promise<PodStatus | undefined> {
  if (ports.traits.inspectionLists) return readBetweenLists(ports, uid);
  const listed = await listPod(ports.call, uid);
  return listed && readListed(ports, listed);
}

/** pleg/generic.go, updateCache: reads a pod whose lists changed. */
export async function inspectPod(
  ports: ReadPorts,
  { listed, uid }: { readonly listed: PodLists; readonly uid: string },
): Promise<PodStatus | undefined> {
  return ports.traits.inspectionLists ? readBetweenLists(ports, uid) : readListed(ports, listed);
}

/** Every sandbox and container, newest first. */
async function readListed(ports: ReadPorts, listed: PodLists): Promise<PodStatus | undefined> {
  const sandboxes = await readSandboxes(ports, listed.sandboxes);
  if (!sandboxes) return undefined;
  const containers = sandboxes[0]?.containers ?? (await readContainers(ports, byAge(listed.containers)));
  return containers && podStatus(ports, sandboxes, { containers, listed: listed.containers });
}

/**
 * GetPodStatus until 1.35: lists and reads the sandboxes, then lists and reads the containers in the order of
 * that list.
 */
async function readBetweenLists(ports: ReadPorts, uid: string): Promise<PodStatus | undefined> {
  const listed = await podSandboxes(ports.call, uid);
  const sandboxes = listed && (await readSandboxes(ports, listed));
  if (!sandboxes) return undefined;
  const known = sandboxes[0]?.containers;
  if (known) return podStatus(ports, sandboxes, { containers: known, listed: undefined });
  const items = await podContainers(ports.call, uid);
  const containers = items && (await readContainers(ports, items));
  return containers && podStatus(ports, sandboxes, { containers, listed: items });
}

/** kuberuntime_manager.go, GetPodStatus: PodSandboxStatus for each sandbox. */
async function readSandboxes(
  ports: ReadPorts,
  sandboxes: readonly PodSandbox[],
): Promise<readonly ReadSandbox[] | undefined> {
  return readEach(byNewest(sandboxes, ports.traits), async (id) => {
    const answer = await ports.call('PodSandboxStatus', { pod_sandbox_id: id });
    if (!answer.ok) return isTolerable(ports, answer.code) ? 'gone' : undefined;
    const { status, timestamp = '0', containers_statuses: containers = [] } = answer.response;
    if (!validSandboxStatus(status)) return undefined;
    return { status, containers: ports.evented === true && timestamp !== '0' ? containers : undefined };
  });
}

/** kuberuntime_container.go, getPodContainerStatuses. */
async function readContainers(
  ports: ReadPorts,
  containers: readonly Container[],
): Promise<readonly ContainerStatus[] | undefined> {
  return readEach(containers, async (id) => {
    const answer = await ports.call('ContainerStatus', { container_id: id });
    if (!answer.ok) return isTolerable(ports, answer.code) ? 'gone' : undefined;
    return validContainerStatus(answer.response.status) ? answer.response.status : undefined;
  });
}

function isTolerable({ traits }: ReadPorts, code: string): boolean {
  return traits.goneTolerated && code === 'NOT_FOUND';
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
  { traits }: ReadPorts,
  read: readonly ReadSandbox[],
  {
    containers,
    listed,
  }: { readonly containers: readonly ContainerStatus[]; readonly listed: readonly Container[] | undefined },
): PodStatus {
  const sandboxes = byNewest(
    read.map(({ status }) => status),
    traits,
  );
  const [latest] = sandboxes;
  const places = listed
    ? listed.map(({ id = '', pod_sandbox_id: place = '' }): [string, string] => [id, place])
    : containers.map(({ id = '' }): [string, string] => [id, latest?.id ?? '']);
  return podStatusOf(sandboxes, byAge(containers), new Map(places));
}

/** kuberuntime_manager.go, GetPodStatus. `sandboxes` and `containers` are newest first. */
export function podStatusOf(
  sandboxes: readonly PodSandboxStatus[],
  containers: readonly ContainerStatus[],
  sandboxOf: ReadonlyMap<string, string>,
): PodStatus {
  const [latest] = sandboxes;
  const current = latest && isReady(latest) ? latest : undefined;
  const active = [...sandboxOf].flatMap(([id, sandbox]) => (sandbox === current?.id ? [id] : []));
  return {
    sandboxes,
    containers,
    sandboxOf,
    active: new Set(active),
    ips: current ? ipsOf(current) : [],
  };
}

/** kuberuntime_sandbox.go, determinePodSandboxIPs. */
export function ipsOf({ network }: PodSandboxStatus): readonly string[] {
  const all = [network?.ip, ...(network?.additional_ips ?? []).map(({ ip }) => ip)];
  return all.filter((ip): ip is string => ip !== undefined && ip !== '');
}
