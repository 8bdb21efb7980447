// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus, Image, PodSandboxStatus } from '#cri/proto/generated/messages.js';

/** cri-client/pkg/utils.go, verifySandboxStatus: an answer without these fields is a failed call. */
export function validSandboxStatus(status: PodSandboxStatus | undefined): status is PodSandboxStatus {
  const { name, namespace, uid } = status?.metadata ?? {};
  return [status?.id, name, namespace, uid].every(isFilled) && isTime(status?.created_at);
}

/** cri-client/pkg/utils.go, verifyContainerStatus. */
export function validContainerStatus(status: ContainerStatus | undefined): status is ContainerStatus {
  const texts = [status?.id, status?.metadata?.name, status?.image?.image, status?.image_ref];
  return texts.every(isFilled) && isTime(status?.created_at);
}

/** cri-client/pkg/remote_image.go, ImageStatus. */
export function validImage(image: Image): boolean {
  return isFilled(image.id) && isTime(image.size);
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function isTime(number: string | undefined): boolean {
  return number !== undefined && number !== '0' && number !== '';
}
