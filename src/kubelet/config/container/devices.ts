// SPDX-License-Identifier: Apache-2.0
import type { Device } from '#cri/proto/generated/messages.js';
import { objectNamed, type ClusterObjects } from '#pod/cluster-objects.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Volume } from '#pod/volume.js';
import { podDir, type PodPaths } from '../sandbox/pod-paths.js';

type Objects = Pick<ClusterObjects, 'persistentVolumes' | 'persistentVolumeClaims'>;

interface BlockVolume {
  /** The name of the persistent volume. */
  readonly name: string;
  /** The device on the node. */
  readonly path: string;
}

/**
 * volumemanager/populator/desired_state_of_world_populator.go, createVolumeSpec: what a claim is bound to; undefined:
 * no local block volume.
 */
export function blockVolume(
  { persistentVolumeClaim: source }: Volume,
  pod: Pod,
  { persistentVolumes, persistentVolumeClaims }: Objects,
): BlockVolume | undefined {
  if (source === undefined) return undefined;
  const claim = objectNamed(persistentVolumeClaims, pod.metadata.namespace, source.claimName);
  const bound = persistentVolumes.find(({ metadata }) => metadata.name === claim?.spec.volumeName);
  const path = bound?.spec.volumeMode === 'Block' ? bound.spec.local?.path : undefined;
  return bound === undefined || path === undefined ? undefined : { name: bound.metadata.name, path };
}

/** pkg/volume/local/local.go, GetPodDeviceMapPath: the link to the device. */
export function deviceLink({ rootDir, uid }: PodPaths, { name }: Pick<BlockVolume, 'name'>): string {
  return `${podDir(rootDir, uid)}/volumeDevices/kubernetes.io~local-volume/${name}`;
}

interface DevicesInput extends PodPaths {
  readonly pod: Pod;
  readonly container: Container;
  readonly objects: Objects;
}

/** kubelet_pods.go, makeBlockVolumes. */
export function devices({ pod, container, objects, ...place }: DevicesInput): readonly Device[] {
  return (container.volumeDevices ?? []).flatMap(({ name, devicePath }) => {
    const volume = pod.spec.volumes?.find((each) => each.name === name);
    const block = volume && blockVolume(volume, pod, objects);
    if (volume === undefined || block === undefined) return [];
    return [
      {
        container_path: devicePath,
        host_path: deviceLink(place, block),
        permissions: volume.persistentVolumeClaim?.readOnly === true ? 'r' : 'mrw',
      },
    ];
  });
}
