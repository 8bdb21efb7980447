// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container, Image } from '#cri/proto/generated/messages.js';
import type { RuntimeCall } from '../context/runtime-calls.js';
import { validContainerStatus } from '../context/valid-status.js';
import type { Traits } from '../versions/traits.js';
import { listAll } from '../pleg/list-pod.js';

interface UsePorts {
  readonly call: RuntimeCall;
  readonly traits: Traits;
  /** The sandbox image, if configured; kubelets until 1.28 protect it by name. */
  readonly pauseImage?: string;
  /**
   * Uids of the kubelet's own pods. Only they mount the images that it may remove, so no container of another
   * pod is read; a kubelet that has the node to itself knows all pods.
   */
  readonly pods: ReadonlySet<string>;
}

export interface ImagesInUse {
  readonly images: readonly Image[];
  /** Ids of images that containers run or mount. */
  readonly inUse: ReadonlySet<string>;
}

/**
 * images/image_gc_manager.go, detectImages: images of the node and which are in use; undefined if a call
 * fails.
 */
export async function readImageUse(ports: UsePorts): Promise<ImagesInUse | undefined> {
  const inUse = new Set<string>(await pauseImageId(ports));
  const images = await ports.call('ListImages', {});
  const listed = images.ok ? await listAll(ports) : undefined;
  if (!images.ok || !listed) return undefined;
  for (const container of listed.containers) {
    inUse.add(imageOf(container));
    const mounted = await mountedImages(ports, container);
    if (!mounted) return undefined;
    for (const id of mounted) inUse.add(id);
  }
  return { images: images.response.images ?? [], inUse };
}

async function pauseImageId({ call, traits, pauseImage }: UsePorts): Promise<readonly string[]> {
  if (!traits.pauseImageAsked || pauseImage === undefined) return [];
  const answer = await call('ImageStatus', { image: { image: pauseImage } });
  return answer.ok && answer.response.image?.id !== undefined ? [answer.response.image.id] : [];
}

function imageOf({ image_id: id = '', image_ref: ref = '' }: Container): string {
  return id === '' ? ref : id;
}

/** Images mounted by its image volumes; undefined: its status cannot be read. */
async function mountedImages(
  { call, traits, pods }: UsePorts,
  { id = '', labels = {} }: Container,
): Promise<readonly string[] | undefined> {
  if (!traits.imageGarbageReadsContainers || !pods.has(labels[podUidLabel] ?? '')) return [];
  const answer = await call('ContainerStatus', { container_id: id });
  const status = answer.ok ? answer.response.status : undefined;
  if (!validContainerStatus(status)) return undefined;
  return (status.mounts ?? []).flatMap(({ image }) => image?.image ?? []);
}
