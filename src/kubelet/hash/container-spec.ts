// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';

/** The container of that name, of whatever kind. */
export function containerSpec({ spec }: Pod, name: string): Container | undefined {
  const kinds = [spec.containers, spec.initContainers ?? [], spec.ephemeralContainers ?? []];
  return kinds.flat().find((container) => container.name === name);
}
