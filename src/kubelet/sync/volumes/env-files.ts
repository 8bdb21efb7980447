// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { isOnHost, volumePath } from '../../config/container/volume-paths.js';
import type { PodSync } from '../../context/kubelet-context.js';

/**
 * kubelet_pods.go, makeEnvironmentVariables: contents of files that fileKeyRef names, by `volume/path`.
 * Missing files are left out.
 */
export async function readEnvFiles(
  { ctx: { node }, pod, uid }: PodSync,
  { env = [] }: Container,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { valueFrom } of env) {
    if (!valueFrom?.fileKeyRef) continue;
    const { volumeName, path } = valueFrom.fileKeyRef;
    const volume = volumePath({ pod, uid, rootDir: node.rootDir }, volumeName);
    const files = isOnHost(pod, volumeName) ? node.host : node;
    const text = await files.readFile(`${volume}/${path}`);
    if (text !== undefined) texts.set(`${volumeName}/${path}`, text);
  }
  return texts;
}
