// SPDX-License-Identifier: Apache-2.0
import type { Launcher } from './launcher.js';

/** A launcher whose code is loaded when it is used: `--help` lists all launchers and uses none. */
export function lazyLauncher(name: string, load: () => Promise<Launcher>): Launcher {
  return {
    name,
    probe: async () => (await load()).probe(),
    launch: async (options) => (await load()).launch(options),
  };
}
