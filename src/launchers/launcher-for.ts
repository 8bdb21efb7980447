// SPDX-License-Identifier: Apache-2.0
import { isAbsolute } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { containerdProcess } from './containerd/containerd-process.js';
import { embeddedReference } from './embedded-reference.js';
import type { Launcher } from './launcher.js';

/** Forms of `--managed`, for help texts. */
export const managedForms: readonly { readonly form: string; readonly meaning: string }[] = [
  { form: 'reference', meaning: 'the in-memory runtime that criprobe brings along; needs nothing' },
  { form: 'containerd', meaning: 'a private containerd from the binaries on PATH; needs root' },
  { form: 'containerd@<directory>', meaning: 'the same from the binaries in a directory' },
];

/** The launcher that a `--managed` value names. Whether it can launch here is for its probe to say. */
export function launcherFor(spec: string): Launcher {
  const [, name, at, directory = ''] = /^([^@]*)(@(.*))?$/s.exec(spec) ?? [];
  if (name === 'reference' && at === undefined) return embeddedReference();
  if (name === 'containerd' && at === undefined) return containerdProcess(undefined);
  if (name === 'containerd' && isAbsolute(directory)) return containerdProcess(directory);
  throw unknownSpec(
    spec,
    name === 'containerd' ? 'The directory after @ must be an absolute path.' : undefined,
  );
}

function unknownSpec(spec: string, likely: string | undefined): Failure {
  const forms = managedForms.map(({ form, meaning }) => `  ${form}: ${meaning}`).join('\n');
  return new Failure('E-MANAGED', `criprobe cannot start a runtime from ${JSON.stringify(spec)}.`, {
    seen: `--managed ${spec}`,
    ...(likely === undefined ? {} : { likely }),
    fix: `name one of\n${forms}`,
    exit: exitCode.usage,
  });
}
