// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';
import type { KubeletContext } from '../context/kubelet-context.js';

/**
 * images/pullmanager/image_pull_manager.go, initialize: pulls an earlier process began but did not see end.
 * Lists images only if there are any.
 */
export async function adoptLeftOverPulls({
  call,
  pulls,
  traits,
}: Pick<KubeletContext, 'call' | 'pulls' | 'traits'>): Promise<void> {
  if (!traits.pullCredentialsRemembered) return;
  const left = new Set(await pulls.records.leftOver());
  if (left.size === 0) return;
  const answer = await call('ListImages', {});
  if (!answer.ok) return;
  for (const { id, name } of namesOf(answer.response.images ?? []))
    if (left.has(name)) await pulls.records.adopt(name, id);
}

function namesOf(images: readonly Image[]): readonly { readonly id: string; readonly name: string }[] {
  return images.flatMap(({ id = '', repo_tags: tags = [], repo_digests: digests = [] }) =>
    [...digests, ...tags].map((name) => ({ id, name })),
  );
}
