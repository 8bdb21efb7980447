// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import { usageFailure } from '#base/errors/usage-failure.js';

/** Pulls images that must be on the node before the pods arrive. The log of calls leaves these out. */
export async function havePresent(
  cri: CriClient,
  images: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const image of images) {
    const seen = await cri.call('ImageStatus', { image: { image } }, { signal });
    if (seen.kind === 'ok' && seen.response.image !== undefined) continue;
    const pulled = await cri.call('PullImage', { image: { image } }, { signal });
    if (pulled.kind !== 'ok' && !signal.aborted)
      throw usageFailure(
        `--present ${image}: ${pulled.message}`,
        'name an image that this runtime can pull; registry.test/ is the built-in registry',
      );
  }
}
