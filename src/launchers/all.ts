// SPDX-License-Identifier: Apache-2.0
import { containerInEngine } from './container/kind.js';
import { privateContainerd } from './containerd/kind.js';
import { privateCrio } from './crio/kind.js';
import type { ManagedKind } from './managed-kind.js';
import { reference } from './reference/kind.js';

/** Every launcher of `--managed`: from here the command line, doctor and cleaning up know of it. */
export const managedKinds: readonly ManagedKind[] = [
  reference,
  privateContainerd,
  privateCrio,
  containerInEngine,
];
