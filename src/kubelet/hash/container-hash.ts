// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container } from '#pod/pod.js';
import { containerHashAnnotation } from '../model/annotations.js';
import type { Traits } from '../versions/traits.js';
import { goContainer } from './go-container.js';
import { goJson } from './go-json.js';

type HashTraits = Pick<Traits, 'hashOfNameAndImage'>;

/**
 * container/helpers.go, HashContainer: FNV-1a over the Go dump of the JSON of name and image, or of the whole
 * container (until 1.30).
 */
export function containerHash(container: Container, { hashOfNameAndImage }: HashTraits): string {
  const { image, name } = container;
  const json = goJson(hashOfNameAndImage ? { image, name } : goContainer(container));
  const bytes = [...new TextEncoder().encode(json)];
  return fnv32a(`([]uint8)[${bytes.join(' ')}]`).toString(16);
}

/** kuberuntime_manager.go, containerChanged. */
export function definitionChanged(container: Container, found: ContainerStatus, traits: HashTraits): boolean {
  return found.annotations?.[containerHashAnnotation] !== containerHash(container, traits);
}

function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
