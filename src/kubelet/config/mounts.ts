// SPDX-License-Identifier: Apache-2.0
import type { Mount } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { VolumeMount } from '#pod/volume.js';
import { sparse } from './sparse.js';

export interface MountsInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
  readonly ips: readonly string[];
  readonly rootDir: string;
  /** Host file behind the termination message path. */
  readonly terminationLog: string;
}

const propagations = {
  None: undefined,
  HostToContainer: 'PROPAGATION_HOST_TO_CONTAINER',
  Bidirectional: 'PROPAGATION_BIDIRECTIONAL',
} as const;

export function mounts(input: MountsInput): readonly Mount[] {
  const { uid, container, rootDir } = input;
  const own = (container.volumeMounts ?? []).map((mount, at) => volumeMount(mount, at, input));
  const path = container.terminationMessagePath ?? '';
  return [
    ...own,
    ...(wantsHosts(input) ? [{ container_path: '/etc/hosts', host_path: hostsFile(rootDir, uid) }] : []),
    ...(path === '' ? [] : [{ container_path: path, host_path: input.terminationLog }]),
  ];
}

/** A pod without an address gets no /etc/hosts, unless it shares the node's network. */
export function wantsHosts({ pod, container, ips }: Pick<MountsInput, 'pod' | 'container' | 'ips'>): boolean {
  const taken = container.volumeMounts?.some(({ mountPath }) => mountPath === '/etc/hosts') ?? false;
  return !taken && (pod.spec.hostNetwork === true || ips.length > 0);
}

export function podDir(rootDir: string, uid: string): string {
  return `${rootDir}/pods/${uid}`;
}

export function hostsFile(rootDir: string, uid: string): string {
  return `${podDir(rootDir, uid)}/etc-hosts`;
}

/** Where a volume lies on the node. */
export function volumePath(
  { pod, uid, rootDir }: Pick<MountsInput, 'pod' | 'uid' | 'rootDir'>,
  name: string,
): string {
  const volume = pod.spec.volumes?.find((each) => each.name === name);
  return volume?.hostPath?.path ?? `${podDir(rootDir, uid)}/volumes/kubernetes.io~empty-dir/${name}`;
}

export function subPathLink({ uid, container, rootDir }: MountsInput, volume: string, at: number): string {
  return `${podDir(rootDir, uid)}/volume-subpaths/${volume}/${container.name}/${at}`;
}

function volumeMount(mount: VolumeMount, at: number, input: MountsInput): Mount {
  const hasSubPath = mount.subPath !== undefined && mount.subPath !== '';
  return sparse({
    container_path: mount.mountPath.startsWith('/') ? mount.mountPath : `/${mount.mountPath}`,
    host_path: hasSubPath ? subPathLink(input, mount.name, at) : volumePath(input, mount.name),
    readonly: mount.readOnly,
    propagation: propagations[mount.mountPropagation ?? 'None'],
    recursive_read_only: mount.recursiveReadOnly === 'Enabled',
  });
}
