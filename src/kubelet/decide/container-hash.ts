// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/generated/messages.js';
import type { Container } from '#pod/pod.js';
import { containerHashAnnotation } from '../annotations.js';

/**
 * The kubelet's hash of a container definition: since 1.31 only name and image count. FNV-1a over the way Go prints a
 * byte slice that holds the JSON of the two.
 */
export function containerHash(container: Pick<Container, 'name' | 'image'>): string {
  const json = goJson({ image: container.image, name: container.name });
  const bytes = [...new TextEncoder().encode(json)];
  return fnv32a(`([]uint8)[${bytes.join(' ')}]`).toString(16);
}

/** The container was made from another definition than the pod has now. */
export function definitionChanged(container: Container, found: ContainerStatus): boolean {
  return found.annotations?.[containerHashAnnotation] !== containerHash(container);
}

function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** JSON as Go writes it: no spaces, and what could end a script element escaped. */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
