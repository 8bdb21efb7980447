// SPDX-License-Identifier: Apache-2.0
import type { ManagedKind } from '../managed-kind.js';
import { fromBinaries } from '../private/from-binaries.js';

/** A private containerd, from the binaries in a directory or on PATH. */
export const privateContainerd: ManagedKind = fromBinaries({
  name: 'containerd',
  title: 'containerd',
  load: async () => (await import('./containerd-process.js')).containerd,
});
