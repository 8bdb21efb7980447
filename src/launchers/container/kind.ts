// SPDX-License-Identifier: Apache-2.0
import { lazyLauncher } from '../lazy-launcher.js';
import type { ManagedKind } from '../managed-kind.js';

const prefix = 'container:';

/** A runtime in a privileged container, from an image or a folder with a Dockerfile. */
export const containerInEngine: ManagedKind = {
  forms: [
    {
      form: `${prefix}<image or folder>`,
      meaning:
        'a runtime in a privileged container, from an image or a folder with a Dockerfile; needs root, testcontainers, and Docker or Podman',
    },
  ],
  examined: undefined,
  launcherFor: (value) =>
    value.startsWith(prefix) && value !== prefix
      ? lazyLauncher(value, async () => {
          const { containerRuntime } = await import('./container-runtime.js');
          return containerRuntime(value, value.slice(prefix.length));
        })
      : undefined,
  cleanup: async () => (await import('./cleanup-steps.js')).containerCleanup,
};
