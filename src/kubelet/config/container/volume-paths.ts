// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { Volume } from '#pod/volume.js';
import { podDir, type PodPaths } from '../sandbox/pod-paths.js';

const directories = [
  ['configMap', 'configmap'],
  ['secret', 'secret'],
  ['projected', 'projected'],
  ['downwardAPI', 'downward-api'],
] as const;

/** kubelet_getters.go, getPodVolumeDir: where a volume is on the node. */
export function volumePath(place: PodPaths & { readonly pod: Pod }, name: string): string {
  const { uid, rootDir, pod } = place;
  const volume = pod.spec.volumes?.find((each) => each.name === name);
  if (volume?.hostPath) return volume.hostPath.path;
  return `${podDir(rootDir, uid)}/volumes/kubernetes.io~${kindDir(volume)}/${name}`;
}

function kindDir(volume: Volume | undefined): string {
  return directories.find(([kind]) => volume?.[kind])?.[1] ?? 'empty-dir';
}

/** The volume is a path of the host, not one of our directories. */
export function isOnHost(pod: Pod, name: string): boolean {
  return pod.spec.volumes?.some((volume) => volume.name === name && volume.hostPath !== undefined) ?? false;
}

/** kubelet_pods.go, makeMounts: the kubelet writes these volumes, so containers may only read them. */
export function isReadOnlyVolume(volume: Volume): boolean {
  return directories.some(([kind]) => volume[kind]);
}

/** kubelet_pods.go, makeMounts: the volume belongs to the pod, so it may be relabelled. */
export function isOwnVolume(volume: Volume): boolean {
  return volume.hostPath === undefined;
}
