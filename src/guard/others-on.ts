// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client.js';
import { printOf } from './own-objects.js';

const deadlineMs = 20_000;

/** Prints of all that is on a runtime before we make anything there. What cannot be listed is left out. */
export async function othersOn(client: CriClient): Promise<readonly string[]> {
  const [sandboxes, containers, images] = await Promise.all([
    client.call('ListPodSandbox', {}, { deadlineMs }),
    client.call('ListContainers', {}, { deadlineMs }),
    client.call('ListImages', {}, { deadlineMs }),
  ]);
  const ids = [
    ...((sandboxes.kind === 'ok' && sandboxes.response.items) || []).map(({ id }) => id),
    ...((containers.kind === 'ok' && containers.response.containers) || []).map(({ id }) => id),
    ...((images.kind === 'ok' && images.response.images) || []).flatMap(
      ({ id, repo_tags: tags = [], repo_digests: digests = [] }) => [id, ...tags, ...digests],
    ),
  ];
  return [...new Set(ids.filter((id) => id !== undefined && id !== '').map((id) => printOf(id ?? '')))];
}
