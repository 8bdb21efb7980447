// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { restartCountAnnotation } from '../model/annotations.js';
import { logDirectory } from '../config/sandbox/sandbox-config.js';
import { newest } from '../decide/report/pod-status.js';
import type { PodSync } from '../context/kubelet-context.js';

/**
 * kuberuntime_container.go, startContainer: one more than the newest instance's, or than the highest number
 * of a log file.
 */
export async function restartCount(sync: PodSync, container: Container): Promise<number> {
  const known = newest(sync.status.containers, container.name);
  if (known) return numberIn(known.annotations?.[restartCountAnnotation]) + 1;
  return sync.ctx.traits.attemptFromLogFiles ? afterLogFiles(sync, container) : 0;
}

function numberIn(text = '0'): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** kuberuntime_container.go, calcRestartCountByLogDir. */
async function afterLogFiles({ ctx: { node }, pod, uid }: PodSync, container: Container): Promise<number> {
  const names = await node.list(`${logDirectory(node.podLogsDir, pod, uid)}/${container.name}`);
  const numbers = names
    .map((name) => /^(\d+)\.log(\..*)?$/.exec(name)?.[1])
    .filter((number) => number !== undefined);
  return Math.max(0, ...numbers.map((number) => Number(number) + 1));
}
