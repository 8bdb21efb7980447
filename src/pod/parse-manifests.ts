// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { exitCode } from '#base/exit-code.js';
import { apiServerNeeds } from './api-server-needs.js';
import type { ClusterObjects } from './cluster-objects.js';
import { demandFewTokens, manifestDocuments, type ManifestFile } from './manifest-documents.js';
import { itemsOf, type ManifestItem } from './manifest-items.js';
import { clusterObjects, isClusterKind, objectComplaints } from './manifest-objects.js';
import type { Pod } from './pod.js';
import { podComplaints } from './pod-complaints.js';

export interface Manifests {
  readonly pods: readonly Pod[];
  readonly objects: ClusterObjects;
}

/** Settings that do not come from the manifests. */
export interface KnownObjects {
  /** The runtime handler of every pod, whatever its RuntimeClass; absent or '': not set. */
  readonly runtimeHandler?: string;
}

/**
 * Parses manifest files (YAML or JSON, several documents, Lists) into Pods and the ConfigMaps, Secrets and
 * other objects they come with. Throws the first mistake, with `file:line:column` and its path in the
 * document.
 */
export function parseManifests(files: readonly ManifestFile[], known: KnownObjects = {}): Manifests {
  demandFewTokens(files);
  const items = files.flatMap((file) => manifestDocuments(file).flatMap(itemsOf));
  const pods = items.filter(({ value }) => value['kind'] === 'Pod');
  const others = items.filter(({ value }) => value['kind'] !== 'Pod');
  for (const item of others) complain(item, complaintsOf(item.value));
  for (const item of pods) complain(item, podComplaints(item.value));
  const objects = clusterObjects(others.map(({ value }) => value));
  for (const item of pods) complain(item, apiServerNeeds(podOf(item), { objects, ...known }));
  refuseDoublePods(pods);
  if (pods.length > 0) return { pods: pods.map(podOf), objects };
  const names = files.map(({ file }) => file).join(', ');
  throw new Failure('E-MANIFEST', `${names} ${files.length > 1 ? 'have' : 'has'} no Pod`, {
    fix: 'Give a file with at least one v1 Pod, or a List of them.',
    exit: exitCode.usage,
  });
}

function podOf({ value }: ManifestItem): Pod {
  return value as unknown as Pod;
}

function complain({ path, place }: ManifestItem, [first]: ReturnType<typeof podComplaints>): void {
  if (first) throw place.failure([...path, ...first.path], first.message);
}

function complaintsOf(value: ManifestItem['value']): ReturnType<typeof podComplaints> {
  const kind = value['kind'];
  if (isClusterKind(kind)) return objectComplaints(kind, value);
  return [{ path: ['kind'], message: kindMessage(kind) }];
}

function kindMessage(kind: unknown): string {
  if (typeof kind !== 'string' || kind === '') return 'must say which kind of object this is: Pod or List';
  return `${kind} is not run by a kubelet: only Pods are (write the pod template of a workload as a Pod)`;
}

function refuseDoublePods(pods: readonly ManifestItem[]): void {
  const seen = new Set<string>();
  for (const item of pods) {
    const { metadata } = podOf(item);
    const name = `${metadata.namespace ?? 'default'}/${metadata.name}`;
    if (seen.has(name)) {
      complain(item, [{ path: ['metadata', 'name'], message: `another Pod is called ${name}` }]);
    }
    seen.add(name);
  }
}
