// SPDX-License-Identifier: Apache-2.0
import { poll } from '#base/poll.js';
import type { CriClient } from '#cri/client/client.js';
import { othersOn } from '#guard/others-on.js';
import { failureOf } from '#base/errors/catalogue.js';

const withinMs = 5_000;
const everyMs = 250;

/**
 * Everything on a runtime that others use, too. If it cannot be listed, we could not tell our objects from
 * theirs later.
 */
export async function othersThere(client: CriClient, signal: AbortSignal): Promise<readonly string[]> {
  let seen = '';
  const look = async (): Promise<readonly string[] | undefined> => {
    const { notes, unseen } = await othersOn(client);
    seen = unseen ?? '';
    return unseen === undefined ? notes : undefined;
  };
  const others = await poll(look, { withinMs, everyMs, signal });
  if (others === undefined)
    throw failureOf('E-LISTS', 'Pods or containers on the runtime cannot be listed', { seen });
  return others;
}
