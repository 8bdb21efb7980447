// SPDX-License-Identifier: Apache-2.0
import type { ImageSpec, PodSandboxConfig } from '#cri/generated/messages.js';
import { withDefaultTag } from '#pod/image-reference.js';
import type { Container } from '#pod/pod.js';
import { imageUserOf, type ImageUser } from '../config/image-user.js';
import { mapField, sparse } from '../config/sparse.js';
import type { Problem } from '../pod-life.js';
import type { PodSync } from './sync-context.js';
import { validImage } from './valid-status.js';

export type Step<T> = { readonly value: T } | { readonly problem: Problem };

/** Makes sure the image is there, as the pull policy asks; answers what CreateContainer names it by. */
export async function imageStep(
  sync: PodSync,
  container: Container,
  sandboxConfig: PodSandboxConfig,
): Promise<Step<string>> {
  const reference = withDefaultTag(container.image);
  if (reference === undefined)
    return problem(container, 'InvalidImageName', `${container.image} is no image reference`);
  const spec: ImageSpec = sparse({
    image: reference,
    annotations: mapField(sync.pod.metadata.annotations ?? {}),
  });
  if (container.imagePullPolicy !== 'Always') {
    const present = await presence(sync, container, spec);
    if (present) return present;
  }
  return pull(sync, container, { image: spec, sandbox_config: sandboxConfig });
}

/** Undefined: the image is to be pulled. */
async function presence(
  sync: PodSync,
  container: Container,
  image: ImageSpec,
): Promise<Step<string> | undefined> {
  const answer = await sync.hands.call('ImageStatus', { image });
  if (!answer.ok) return problem(container, 'ImageInspectError', answer.message);
  const found = answer.response.image;
  if (found) {
    if (validImage(found)) return { value: found.id ?? '' };
    return problem(container, 'ImageInspectError', 'the image has no id or no size');
  }
  if (container.imagePullPolicy !== 'Never') return undefined;
  return problem(container, 'ErrImageNeverPull', `${container.image} is not there and the policy is Never`);
}

async function pull(
  sync: PodSync,
  container: Container,
  request: { image: ImageSpec; sandbox_config: PodSandboxConfig },
): Promise<Step<string>> {
  const { call, pullBackOff, clock } = sync.hands;
  const key = `${sync.uid}_${container.image}`;
  if (pullBackOff.remainingSinceAdvanceMs(key, clock.nowMs()) > 0) {
    return problem(container, 'ImagePullBackOff', `waiting before pulling ${container.image} again`);
  }
  const answer = await call('PullImage', request);
  const reference = answer.ok ? (answer.response.image_ref ?? '') : '';
  if (reference === '') {
    pullBackOff.advance(key, clock.nowMs(), clock.nowMs());
    return problem(container, pullReason(answer), answer.ok ? 'the pull answered no image' : answer.message);
  }
  await call('ImageStatus', { image: request.image });
  return { value: reference };
}

function pullReason(answer: {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
}): string {
  const known = ['RegistryUnavailable', 'SignatureValidationFailed'];
  const found = known.find((prefix) => answer.message?.startsWith(prefix) === true);
  return answer.code === 'UNKNOWN' && found !== undefined ? found : 'ErrImagePull';
}

/** Asks, by the name as written, which user the image runs as. */
export async function imageUserStep(sync: PodSync, container: Container): Promise<Step<ImageUser>> {
  const answer = await sync.hands.call('ImageStatus', { image: { image: container.image } });
  if (answer.ok) return { value: imageUserOf(answer.response.image) };
  return problem(container, 'CreateContainerConfigError', answer.message);
}

function problem(container: Container, reason: string, message: string): { readonly problem: Problem } {
  return { problem: { reason, container: container.name, message } };
}
