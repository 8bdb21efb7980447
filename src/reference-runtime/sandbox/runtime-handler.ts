// SPDX-License-Identifier: Apache-2.0
import { invalid } from '../refuse.js';
import type { World } from '../world.js';

/** The empty name is the default handler; others have to be known. */
export function checkRuntimeHandler(world: World, handler = ''): void {
  if (handler !== '' && !(world.options.runtimeHandlers ?? []).includes(handler)) {
    throw invalid(`unknown runtime handler ${JSON.stringify(handler)}`);
  }
}
