// SPDX-License-Identifier: Apache-2.0
import { isAbsolute } from 'node:path';
import type { ManagedKind } from '../managed-kind.js';
import { privateRuntime, type Binaries, type PrivateKind } from './private-runtime.js';

/** A runtime selected by name, or as `name@/directory`, and started from its binaries. */
export function fromBinaries<B extends Binaries>(kind: PrivateKind<B>): ManagedKind {
  const { name, title, cleanup } = kind;
  return {
    forms: [
      { form: name, meaning: `a private ${title} from the binaries on PATH; needs root` },
      { form: `${name}@<directory>`, meaning: 'the same from the binaries in a directory' },
    ],
    examined: name,
    launcherFor: (value) => {
      if (value === name) return privateRuntime(kind, undefined);
      if (!value.startsWith(`${name}@`)) return undefined;
      const directory = value.slice(name.length + 1);
      if (isAbsolute(directory)) return privateRuntime(kind, directory);
      return { likely: 'The directory after @ must be an absolute path.' };
    },
    cleanup,
  };
}
