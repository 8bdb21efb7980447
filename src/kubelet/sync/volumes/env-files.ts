// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { isOnHost, volumePath } from '../../config/container/volume-paths.js';
import type { PodSync } from '../../context/kubelet-context.js';

/** The texts of the files that variables are read from, by `volume/path`; what is not there is left out. */
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
