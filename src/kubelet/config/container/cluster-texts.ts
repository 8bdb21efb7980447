// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { objectNamed, type ClusterObjects } from '#pod/cluster-objects.js';
import type { Resolution } from '../resolved.js';

export type Texts = Resolution<Readonly<Record<string, string>>>;

/** kubelet_pods.go, makeEnvironmentVariables: the data of a ConfigMap, without its binaryData. */
export function configMapTexts(objects: ClusterObjects, namespace: string | undefined, name: string): Texts {
  const found = objectNamed(objects.configMaps, namespace, name);
  return found ? { value: found.data ?? {} } : { problem: `configmap "${name}" not found` };
}

/** kubelet_pods.go, makeEnvironmentVariables: the data of a Secret, decoded. */
export function secretTexts(objects: ClusterObjects, namespace: string | undefined, name: string): Texts {
  const found = objectNamed(objects.secrets, namespace, name);
  if (!found) return { problem: `secret "${name}" not found` };
  const texts = Object.entries(found.data ?? {}).map(([key, value]) => [
    key,
    Buffer.from(value, 'base64').toString('utf8'),
  ]);
  return { value: Object.fromEntries(texts) as Readonly<Record<string, string>> };
}
