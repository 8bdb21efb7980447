// SPDX-License-Identifier: Apache-2.0
import { lazyLauncher } from '../lazy-launcher.js';
import type { ManagedKind } from '../managed-kind.js';

const name = 'reference';

/** The reference runtime, which leaves nothing of its own. */
export const reference: ManagedKind = {
  forms: [{ form: name, meaning: 'the built-in in-memory runtime; needs nothing' }],
  examined: name,
  launcherFor: (value) =>
    value === name
      ? lazyLauncher(name, async () => (await import('./embedded-reference.js')).embeddedReference)
      : undefined,
  cleanup: () => Promise.resolve({ kinds: [], sharedCgroups: [], sharedDirectories: [], programs: [] }),
};
