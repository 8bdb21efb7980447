// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { imageUserOf, type ImageUser } from '../config/security/image-user.js';
import type { PodSync } from '../context/kubelet-context.js';
import { validImage } from '../context/valid-status.js';
import { imageProblem, type ImageResult } from './image-result.js';

/** kuberuntime/helpers.go, getImageUser: asks with the name as written in the pod. */
export async function imageUserStep(sync: PodSync, container: Container): Promise<ImageResult<ImageUser>> {
  const wanted = { container: container.name };
  const answer = await sync.ctx.call('ImageStatus', { image: { image: container.image } });
  if (!answer.ok) return imageProblem(wanted, 'CreateContainerConfigError', answer.message);
  const { image } = answer.response;
  if (image && !validImage(image))
    return imageProblem(wanted, 'CreateContainerConfigError', 'the image has no id or no size');
  return { value: imageUserOf(image) };
}
