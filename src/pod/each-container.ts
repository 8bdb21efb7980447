// SPDX-License-Identifier: Apache-2.0
import type { Path } from './manifest-place.js';
import type { Container, Pod } from './pod.js';

export interface PlacedContainer {
  readonly container: Container;
  readonly path: Path;
  readonly init: boolean;
}

/** All containers in the order in which they start, with their paths. */
export function eachContainer({ spec }: Pod): readonly PlacedContainer[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, at) => ({
      container,
      path: ['spec', list, at],
      init: list === 'initContainers',
    })),
  );
}
