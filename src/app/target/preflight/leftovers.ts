// SPDX-License-Identifier: Apache-2.0
import { runLabel } from '#base/run-marks.js';
import { isBeyondOurLimit } from '#cri/client/call-failure.js';
import type { CriClient } from '#cri/client/client.js';

import { failureOf } from '#base/errors/catalogue.js';

export interface Leftovers {
  readonly sandboxes: number;
  readonly runs: readonly string[];
}

/** Sandboxes with our label that are on a runtime before a run begins; undefined: it would not list them. */
export async function findLeftovers(client: CriClient, deadlineMs: number): Promise<Leftovers | undefined> {
  await Promise.all(lists.map((method) => demandListable(client, method, deadlineMs)));
  const listed = await client.call('ListPodSandbox', {}, { deadlineMs });
  if (listed.kind !== 'ok') return undefined;
  const runs = (listed.response.items ?? []).flatMap(({ labels }) => labels?.[runLabel] ?? []);
  return { sandboxes: runs.length, runs: [...new Set(runs)] };
}

const lists = ['ListPodSandbox', 'ListContainers', 'ListImages'] as const;

/** A list that is too large breaks a kubelet, too. */
async function demandListable(
  client: CriClient,
  method: (typeof lists)[number],
  deadlineMs: number,
): Promise<void> {
  const listed = await client.call(method, {}, { deadlineMs });
  if (listed.kind === 'refused' && isBeyondOurLimit(listed))
    throw failureOf('E-MSG-SIZE', `The answer to ${method} is too large`, { seen: listed.message });
}

/** undefined: none were found. */
export function leftoversNote({ sandboxes, runs }: Leftovers): string | undefined {
  if (sandboxes === 0) return undefined;
  return `sandboxes of other runs are on this runtime: ${String(sandboxes)} (run ${runs.join(', ')})`;
}
