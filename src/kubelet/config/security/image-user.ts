// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';

/** The user that an image runs as, as the runtime reports it. */
export interface ImageUser {
  readonly uid: number | undefined;
  readonly username: string;
}

export function imageUserOf(image: Image | undefined): ImageUser {
  if (image?.uid) return { uid: Number(image.uid.value ?? 0), username: '' };
  return { uid: undefined, username: image?.username ?? '' };
}
