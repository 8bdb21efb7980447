// SPDX-License-Identifier: Apache-2.0
import type { IDMapping, Mount } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Volume, VolumeMount } from '#pod/volume.js';
import type { Traits } from '../../versions/traits.js';
import { isOwnVolume, isReadOnlyVolume, volumePath } from './volume-paths.js';
import type { Resolution } from '../resolved.js';
import { mapField, sparse } from '../sparse.js';
import { hostsFile, subPathFile, type SubPathMount } from '../sandbox/pod-paths.js';
import type { IdRange } from '../security/user-namespace.js';
import { subPathOf } from './sub-path.js';

export interface MountsInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
  readonly ips: readonly string[];
  readonly rootDir: string;
  /** The file on the node behind terminationMessagePath; undefined: none. */
  readonly terminationLog: string | undefined;
  readonly traits: Traits;
  /** The variables of the container, for subPathExpr. */
  readonly variables: ReadonlyMap<string, string>;
  /** Pulled images, by the name of their image volume. */
  readonly imageVolumes: ReadonlyMap<string, string>;
  /** Set for a pod with its own user namespace. */
  readonly userNamespace?: IdRange | undefined;
  /** The runtime handler supports recursive read-only mounts. */
  readonly recursiveReadOnlyMounts?: boolean | undefined;
  /** The node runs SELinux. */
  readonly seLinux?: boolean | undefined;
}

const propagations = {
  None: undefined,
  HostToContainer: 'PROPAGATION_HOST_TO_CONTAINER',
  Bidirectional: 'PROPAGATION_BIDIRECTIONAL',
} as const;

/**
 * kubelet_pods.go, makeMounts: volumes in the order of the manifest, then /etc/hosts, then the termination
 * log.
 */
export function mounts(input: MountsInput): Resolution<readonly Mount[]> {
  const { uid, container, rootDir, terminationLog, seLinux: relabel } = input;
  const found: Mount[] = [];
  for (const [at, mount] of (container.volumeMounts ?? []).entries()) {
    const made = volumeMount(mount, at, input);
    if ('problem' in made) return made;
    found.push(made.value);
  }
  const file = (container_path: string, host_path: string): Mount =>
    sparse({ container_path, host_path, selinux_relabel: relabel });
  if (wantsHosts(input)) found.push(file('/etc/hosts', hostsFile(rootDir, uid)));
  const path = container.terminationMessagePath ?? '';
  if (path !== '' && terminationLog !== undefined) found.push(file(path, terminationLog));
  return { value: found.map((mount) => ({ ...mount, ...idMappings(input) })) };
}

/**
 * kubelet_pods.go, shouldMountHostsFile: a pod without an address gets none, unless it is on the host
 * network.
 */
export function wantsHosts({
  pod,
  container,
  ips,
  traits,
}: Pick<MountsInput, 'pod' | 'container' | 'ips' | 'traits'>): boolean {
  const taken = container.volumeMounts?.some(({ mountPath }) => mountPath === '/etc/hosts') ?? false;
  const shared = pod.spec.hostNetwork === true && traits.hostsOfHostNetwork;
  return !taken && (shared || ips.length > 0);
}

function idMappings({ userNamespace }: MountsInput): Pick<Mount, 'uidMappings' | 'gidMappings'> {
  if (!userNamespace) return {};
  const { hostId, length } = userNamespace;
  const mappings: readonly IDMapping[] = [sparse({ host_id: hostId, length })];
  return { uidMappings: mappings, gidMappings: mappings };
}

function volumeMount(mount: VolumeMount, at: number, input: MountsInput): Resolution<Mount> {
  const { container, seLinux, variables } = input;
  const volume = usableVolume(mount, input);
  if ('problem' in volume) return volume;
  const subPath = subPathOf(mount, variables);
  if ('problem' in subPath) return subPath;
  const recursive = recursiveReadOnly(mount, input);
  if ('problem' in recursive) return recursive;
  const path = mount.mountPath;
  const { value: found } = volume;
  return {
    value: sparse({
      container_path: path.startsWith('/') ? path : `/${path}`,
      ...source({ volume: mount.name, container: container.name, at }, input, subPath.value),
      readonly: mount.readOnly === true || isReadOnlyVolume(found) || input.imageVolumes.has(mount.name),
      recursive_read_only: recursive.value,
      selinux_relabel: seLinux === true && isOwnVolume(found),
      propagation: propagations[mount.mountPropagation ?? 'None'],
    }),
  };
}

function usableVolume({ name }: VolumeMount, { pod, container, ...input }: MountsInput): Resolution<Volume> {
  const volume = pod.spec.volumes?.find((each) => each.name === name);
  if (!volume) {
    return { problem: `cannot find volume "${name}" to mount into container "${container.name}"` };
  }
  if (volume.image && input.traits.imageVolumes && !input.imageVolumes.has(name)) {
    return { problem: `the image of volume "${name}" has not been pulled` };
  }
  return { value: volume };
}

function source(
  place: SubPathMount,
  { pod, uid, rootDir, imageVolumes }: MountsInput,
  subPath: string,
): Mount {
  const { volume: name } = place;
  const pulled = imageVolumes.get(name);
  if (pulled !== undefined) {
    const reference = pod.spec.volumes?.find((each) => each.name === name)?.image?.reference;
    const annotations = mapField(pod.metadata.annotations ?? {});
    const image = sparse({ image: pulled, user_specified_image: reference, annotations });
    return { image, image_sub_path: subPath };
  }
  if (subPath !== '') return { host_path: subPathFile({ uid, rootDir }, place) };
  return { host_path: volumePath({ pod, uid, rootDir }, name) };
}

/** kubelet_pods.go, resolveRecursiveReadOnly. */
function recursiveReadOnly(mount: VolumeMount, input: MountsInput): Resolution<boolean> {
  const wish = mount.recursiveReadOnly ?? 'Disabled';
  if (wish === 'Disabled' || !input.traits.recursiveReadOnly) return { value: false };
  const shared = (mount.mountPropagation ?? 'None') !== 'None';
  if (mount.readOnly !== true || shared) {
    return { problem: `recursiveReadOnly of volume "${mount.name}" needs readOnly and no propagation` };
  }
  const able = input.recursiveReadOnlyMounts === true;
  if (wish === 'Enabled' && !able) {
    return { problem: 'the runtime handler cannot mount read-only recursively' };
  }
  return { value: able };
}
