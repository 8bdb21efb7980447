// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { failed } from '../refuse.js';
import { pullIntoStore } from '../image/pull-image.js';
import { parseReference } from '../image/reference.js';
import { syntheticImage } from '../image/synthetic-image.js';
import type { World } from '../world.js';

const builtIn = 'localhost/criprobe-reference/pause:1';

/** The sandbox image: pinned, and pulled again if somebody has removed it. */
export async function ensureSandboxImage(world: World, signal: AbortSignal): Promise<void> {
  const wanted = world.options.sandboxImage ?? builtIn;
  if (world.images.find(wanted)?.pinned === true) return;
  if (world.options.sandboxImage === undefined) {
    const image = syntheticImage({
      ref: builtIn,
      config: { Entrypoint: ['/pause'] },
      files: { '/pause': '' },
      pinned: true,
    });
    world.images.add(image, parseReference(builtIn), image.digest);
    return;
  }
  try {
    await pullIntoStore(world, { image: { image: wanted } }, { signal, pinned: true });
  } catch (error) {
    throw failed(`failed to get sandbox image ${JSON.stringify(wanted)}: ${errorMessage(error)}`);
  }
}
