// SPDX-License-Identifier: Apache-2.0
import type { Image } from '#cri/proto/generated/messages.js';

/** Whether every name of an image lies below the prefix, as `127.0.0.1:41873/criprobe-7f3a`. Nameless ones do not. */
export function belowRegistry(prefix: string): (image: Image) => boolean {
  const start = prefix.endsWith('/') ? prefix : `${prefix}/`;
  return ({ repo_tags: tags = [], repo_digests: digests = [] }) => {
    const names = [...tags, ...digests];
    return prefix !== '' && tags.length > 0 && names.every((name) => name.startsWith(start));
  };
}
