// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxConfig } from '#cri/proto/generated/messages.js';
import { defaultPullPolicy } from '#pod/image-reference.js';
import type { Container } from '#pod/pod.js';
import type { PodSync } from '../context/kubelet-context.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { ensureImage } from './ensure-image.js';
import type { ImageVolumes } from './image-result.js';

/**
 * kuberuntime_manager.go, getImageVolumes: pulls the image volumes in order; a failure does not stop the
 * others.
 */
export async function pullImageVolumes(
  sync: PodSync,
  sandboxConfig: PodSandboxConfig,
): Promise<ImageVolumes> {
  const found = new Map<string, { readonly ref: string } | { readonly problem: Problem }>();
  if (!sync.ctx.traits.imageVolumes) return found;
  for (const { name, image } of sync.pod.spec.volumes ?? []) {
    if (!image) continue;
    const { reference = '', pullPolicy = defaultPullPolicy(reference) } = image;
    const step = await ensureImage(sync, { image: reference, pullPolicy }, sandboxConfig);
    found.set(name, 'problem' in step ? step : { ref: step.value });
  }
  return found;
}

/** kuberuntime_manager.go, getImageVolumes: once per sync, which is as long as a sandbox config is kept. */
export function imageVolumesOf(sync: PodSync, sandboxConfig: PodSandboxConfig): Promise<ImageVolumes> {
  const { volumes } = sync.ctx.pulls;
  const found = volumes.get(sandboxConfig) ?? pullImageVolumes(sync, sandboxConfig);
  volumes.set(sandboxConfig, found);
  return found;
}

/** kuberuntime_manager.go, SyncPod: the pull error of a volume that the container mounts. */
export function imageVolumeProblem(container: Container, volumes: ImageVolumes): Problem | undefined {
  for (const { name } of container.volumeMounts ?? []) {
    const volume = volumes.get(name);
    if (volume && 'problem' in volume) return { ...volume.problem, container: container.name };
  }
  return undefined;
}

/** The volumes whose image was pulled. */
export function pulledImages(volumes: ImageVolumes): ReadonlyMap<string, string> {
  return new Map([...volumes].flatMap(([name, volume]) => ('ref' in volume ? [[name, volume.ref]] : [])));
}

/**
 * kuberuntime_manager.go, SyncPod: whether image volumes are resolved although no container starts (until
 * 1.36).
 */
export function asksEverySync({ ctx, pod }: PodSync): boolean {
  return ctx.traits.imageVolumesAtEverySync && (pod.spec.volumes ?? []).some(({ image }) => image);
}
