// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import { cgroupTextOf } from '#host/cgroups.js';
import { hostProcessIds } from '#host/processes.js';
import { hashNoteOf, noteOfId } from './other-ids.js';

const deadlineMs = 20_000;

export interface OthersThere {
  readonly notes: readonly string[];
  /** Why pods or containers cannot be listed; undefined: `notes` has all of them. */
  readonly unseen: string | undefined;
}

/** Everything on a runtime before we create anything. Images that cannot be listed are left out. */
export async function othersOn(client: CriClient): Promise<OthersThere> {
  const [sandboxes, containers, images] = await Promise.all([
    client.call('ListPodSandbox', {}, { deadlineMs }),
    client.call('ListContainers', {}, { deadlineMs }),
    client.call('ListImages', {}, { deadlineMs }),
  ]);
  const listed = (images.kind === 'ok' && images.response.images) || [];
  const ids = [
    ...((sandboxes.kind === 'ok' && sandboxes.response.items) || []),
    ...((containers.kind === 'ok' && containers.response.containers) || []),
    ...listed,
  ].map(({ id = '' }) => id);
  const names = listed.flatMap(({ repo_tags: tags = [], repo_digests: digests = [] }) => [
    ...tags,
    ...digests,
  ]);
  const notes = new Set([...ids.filter((id) => id !== '').map(noteOfId), ...names.map(hashNoteOf)]);
  const unseen =
    sandboxes.kind !== 'ok'
      ? `ListPodSandbox: ${sandboxes.message}`
      : containers.kind !== 'ok'
        ? `ListContainers: ${containers.message}`
        : undefined;
  return { notes: [...notes], unseen };
}

/**
 * Ids of containers and sandboxes with processes on this node: every cgroup driver puts the id in the
 * cgroup's name. A runtime can hide an object from its lists, but not from the kernel.
 */
export function othersOnNode(proc = '/proc'): readonly string[] {
  const ids = hostProcessIds(proc).flatMap((pid) => cgroupTextOf(pid, proc).match(/[0-9a-f]{64}/g) ?? []);
  return [...new Set(ids)].map(noteOfId);
}
