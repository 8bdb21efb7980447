// SPDX-License-Identifier: Apache-2.0
import { isAbsolute } from 'node:path';
import { lazyLauncher } from '../lazy-launcher.js';
import type { ManagedKind } from '../managed-kind.js';
import type { Binaries, PrivateKind, PrivateName } from './private-runtime.js';

interface FromBinaries<B extends Binaries> extends PrivateName {
  readonly load: () => Promise<PrivateKind<B>>;
}

/** A runtime selected by name, or as `name@/directory`, and started from its binaries. */
export function fromBinaries<B extends Binaries>({ name, title, load }: FromBinaries<B>): ManagedKind {
  // Once: jest refuses an import that comes while it is between two concurrent tests.
  let loaded: ReturnType<typeof loadCode> | undefined;
  const loadCode = async () => {
    const { privateRuntime } = await import('./private-runtime.js');
    return { privateRuntime, kind: await load() };
  };
  const code = (): ReturnType<typeof loadCode> => (loaded ??= loadCode());
  return {
    forms: [
      { form: name, meaning: `a private ${title} from the binaries on PATH; needs root` },
      { form: `${name}@<directory>`, meaning: 'the same from the binaries in a directory' },
    ],
    examined: name,
    launcherFor: (value) => {
      const directory = value === name ? undefined : value.slice(name.length + 1);
      if (directory !== undefined && !value.startsWith(`${name}@`)) return undefined;
      if (directory !== undefined && !isAbsolute(directory))
        return { likely: 'The directory after @ must be an absolute path.' };
      return lazyLauncher(value, async () => {
        const { privateRuntime, kind } = await code();
        return privateRuntime({ ...kind, name, title }, directory);
      });
    },
    cleanup: async () => (await code()).kind.cleanup,
  };
}
