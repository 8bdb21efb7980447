// SPDX-License-Identifier: Apache-2.0
import type { ImageSpec, PodSandboxConfig } from '#cri/proto/generated/messages.js';
import { withDefaultTag } from '#pod/image-reference.js';
import type { Resolution } from '../config/resolved.js';
import { mapField, sparse } from '../config/sparse.js';
import type { PodSync } from '../context/kubelet-context.js';
import { validImage } from '../context/valid-status.js';
import { pullCredentials } from './pull-credentials.js';
import { pullImage } from './pull-image.js';
import { imageProblem, type ImageResult, type WantedImage } from './image-result.js';

/**
 * images/image_manager.go, EnsureImageExists: pulls the image if the policy asks for it. Returns the name
 * CreateContainer uses.
 */
export async function ensureImage(
  sync: PodSync,
  wanted: WantedImage,
  sandboxConfig: PodSandboxConfig,
): Promise<ImageResult<string>> {
  const reference = withDefaultTag(wanted.image);
  if (reference === undefined) {
    const message = `Failed to apply default image tag "${wanted.image}": it is not an image reference`;
    return imageProblem(wanted, 'InvalidImageName', message);
  }
  const annotations = mapField(sync.pod.metadata.annotations ?? {});
  const image: ImageSpec = sparse({ image: reference, annotations });
  if (isPresenceAsked(sync, wanted)) {
    const present = await presence(sync, wanted, image);
    if (present) return present;
  }
  return pullImage(sync, wanted, { image, sandbox_config: sandboxConfig });
}

function isPresenceAsked({ ctx }: PodSync, { pullPolicy }: WantedImage): boolean {
  const named = pullPolicy === 'IfNotPresent' || pullPolicy === 'Never';
  return named || ctx.traits.presenceCheckedWithAlways;
}

/** Undefined: the image has to be pulled. */
async function presence(
  sync: PodSync,
  wanted: WantedImage,
  image: ImageSpec,
): Promise<ImageResult<string> | undefined> {
  const { pullPolicy } = wanted;
  const found = await idOf(sync, image);
  if ('problem' in found) {
    const message = `Failed to inspect image "${wanted.image}": ${found.problem}`;
    return imageProblem(wanted, 'ImageInspectError', message);
  }
  if (pullPolicy === 'Always') return undefined;
  if (found.value !== '' && !(await mustPull(sync, wanted, found.value))) return found;
  if (pullPolicy === 'IfNotPresent') return undefined;
  const message = `Container image "${wanted.image}" is not present with pull policy of Never`;
  return imageProblem(wanted, 'ErrImageNeverPull', message);
}

/** Empty: not present. */
async function idOf({ ctx }: PodSync, image: ImageSpec): Promise<Resolution<string>> {
  const answer = await ctx.call('ImageStatus', { image });
  if (!answer.ok) return { problem: answer.message };
  const found = answer.response.image;
  if (found && !validImage(found)) return { problem: 'the image has no id or no size' };
  return { value: found?.id ?? '' };
}

/**
 * images/pullmanager/image_pull_manager.go, MustAttemptImagePull: the image is present, but this pod may not
 * have its credentials.
 */
async function mustPull(sync: PodSync, { image }: WantedImage, imageRef: string): Promise<boolean> {
  const { pulls, traits } = sync.ctx;
  if (!traits.pullCredentialsRemembered) return false;
  return pulls.records.mustPull(image, imageRef, () => {
    const found = pullCredentials(sync, image);
    return 'problem' in found ? [] : found.value.map(({ source }) => source);
  });
}
