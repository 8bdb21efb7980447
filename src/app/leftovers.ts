// SPDX-License-Identifier: Apache-2.0
import { runLabel } from '#base/run-marks.js';
import type { CriClient } from '#cri/client.js';

export interface Leftovers {
  readonly sandboxes: number;
  readonly runs: readonly string[];
}

/** Sandboxes of ours that are on a runtime before a run begins; undefined: it would not list them. */
export async function findLeftovers(client: CriClient, deadlineMs: number): Promise<Leftovers | undefined> {
  const listed = await client.call('ListPodSandbox', {}, { deadlineMs });
  if (listed.kind !== 'ok') return undefined;
  const runs = (listed.response.items ?? []).flatMap(({ labels }) => labels?.[runLabel] ?? []);
  return { sandboxes: runs.length, runs: [...new Set(runs)] };
}

/** undefined: there are none. */
export function leftoversNote({ sandboxes, runs }: Leftovers): string | undefined {
  if (sandboxes === 0) return undefined;
  return `sandboxes of other runs are on this runtime: ${String(sandboxes)} (run ${runs.join(', ')})`;
}
