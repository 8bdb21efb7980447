// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { CriClient } from '#cri/client/client.js';
import { othersOn } from '#guard/others-on.js';
import { failureOf } from '#base/errors/catalogue.js';

const patienceMs = 5_000;
const betweenMs = 250;

/** All that is on a runtime which others use, too. Where that cannot be seen, nothing can be told from theirs later. */
export async function othersThere(client: CriClient, signal: AbortSignal): Promise<readonly string[]> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const { notes, unseen } = await othersOn(client);
    if (unseen === undefined) return notes;
    if (performance.now() > untilMs || signal.aborted)
      throw failureOf('E-LISTS', 'What is on the runtime cannot be listed', { seen: unseen });
    await sleep(betweenMs);
  }
}
