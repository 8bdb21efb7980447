// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';

/** The user of an image, from ImageStatus. */
export interface ImageUser {
  readonly uid: number | undefined;
  readonly username: string;
}

/** kuberuntime/helpers.go, getImageUser. */
export function imageUserOf(image: Image | undefined): ImageUser {
  if (image?.uid) return { uid: Number(image.uid.value ?? 0), username: '' };
  return { uid: undefined, username: image?.username ?? '' };
}
