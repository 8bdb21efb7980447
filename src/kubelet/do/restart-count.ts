// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { restartCountAnnotation } from '../annotations.js';
import { logDirectory } from '../config/sandbox-config.js';
import { newest } from '../decide/pod-status.js';
import type { PodSync } from './sync-context.js';

/** The number of the next instance: one more than the newest known one, or than the highest log file left over. */
export async function restartCount(
  { hands: { node }, pod, uid, status }: PodSync,
  container: Container,
): Promise<number> {
  const known = newest(status.containers, container.name);
  if (known) return Number(known.annotations?.[restartCountAnnotation] ?? 0) + 1;
  const names = await node.list(`${logDirectory(node.podLogsDir, pod, uid)}/${container.name}`);
  const numbers = names
    .map((name) => /^(\d+)\.log(\..*)?$/.exec(name)?.[1])
    .filter((number) => number !== undefined);
  return Math.max(0, ...numbers.map((number) => Number(number) + 1));
}
