// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import { hashNoteOf, noteOfId } from './other-ids.js';

const deadlineMs = 20_000;

export interface OthersThere {
  readonly notes: readonly string[];
  /** Why pods or containers cannot be listed; undefined: they are all in `notes`. */
  readonly unseen: string | undefined;
}

/** All that is on a runtime before we make anything there. Images that cannot be listed are left out. */
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
