// SPDX-License-Identifier: Apache-2.0
import { isAbsolute } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { containerdProcess } from './containerd/containerd-process.js';
import { crioProcess } from './crio/crio-process.js';
import { containerRuntime } from './container/container-runtime.js';
import { embeddedReference } from './reference/embedded-reference.js';
import type { Launcher } from './launcher.js';

/** Forms of `--managed`, for help texts. */
export const managedForms: readonly { readonly form: string; readonly meaning: string }[] = [
  { form: 'reference', meaning: 'the in-memory runtime that criprobe brings along; needs nothing' },
  { form: 'containerd', meaning: 'a private containerd from the binaries on PATH; needs root' },
  { form: 'containerd@<directory>', meaning: 'the same from the binaries in a directory' },
  { form: 'crio', meaning: 'a private CRI-O from the binaries on PATH; needs root' },
  { form: 'crio@<directory>', meaning: 'the same from the binaries in a directory' },
  {
    form: 'container:<image or folder with a Dockerfile>',
    meaning: 'a runtime in a privileged container; needs root, testcontainers, and Docker or Podman',
  },
];

const fromBinaries: ReadonlyMap<string, (directory: string | undefined) => Launcher> = new Map([
  ['containerd', containerdProcess],
  ['crio', crioProcess],
]);

/** The launcher that a `--managed` value names. Whether it can launch here is for its probe to say. */
export function launcherFor(spec: string): Launcher {
  if (/^container:./s.test(spec)) return containerRuntime(spec.slice('container:'.length));
  const [, name = '', at, directory = ''] = /^([^@]*)(@(.*))?$/s.exec(spec) ?? [];
  if (name === 'reference' && at === undefined) return embeddedReference();
  const privateOne = fromBinaries.get(name);
  if (privateOne === undefined) throw unknownSpec(spec, undefined);
  return privateOne(at === undefined ? undefined : absolute(directory, spec));
}

function absolute(directory: string, spec: string): string {
  if (isAbsolute(directory)) return directory;
  throw unknownSpec(spec, 'The directory after @ must be an absolute path.');
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
