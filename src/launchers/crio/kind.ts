// SPDX-License-Identifier: Apache-2.0
import type { ManagedKind } from '../managed-kind.js';
import { fromBinaries } from '../private/from-binaries.js';

/** A private CRI-O, from the binaries in a directory or on PATH. */
export const privateCrio: ManagedKind = fromBinaries({
  name: 'crio',
  title: 'CRI-O',
  load: async () => (await import('./crio-process.js')).crio,
});
