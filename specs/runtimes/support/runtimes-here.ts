// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const cache = process.env['CRIPROBE_RUNTIMES'] ?? '/var/cache/criprobe-runtimes';

/** Set by a person who knows that no runtime is launched on this machine; never in CI. */
export const skipRuntimes: boolean = process.env['CRIPROBE_SKIP_RUNTIMES'] === '1';

export interface RuntimeHere {
  /** `containerd 1.7`: what `.ci/setup-runtimes` sets up of it is the mirror's choice. */
  readonly name: string;
  readonly series: string;
  /** For `--managed`; undefined when it is not set up. */
  readonly spec: string | undefined;
}

const debians = {
  name: 'containerd 1.6',
  series: '1.6',
  spec: existsSync('/usr/bin/containerd') ? 'containerd' : undefined,
};

export const containerds: readonly [RuntimeHere, RuntimeHere, RuntimeHere, RuntimeHere] = [
  debians,
  unpacked('containerd', '1.7'),
  unpacked('containerd', '2.1'),
  unpacked('containerd', '2.4'),
];

export const crios: readonly [RuntimeHere, RuntimeHere] = [
  { ...unpacked('crio', '1.34'), name: 'CRI-O 1.34' },
  { ...unpacked('crio', '1.36'), name: 'CRI-O 1.36' },
];

/** What is given to `--managed`. */
export function specOf({ name, spec }: RuntimeHere): string {
  if (spec === undefined)
    throw new Error(`${name} is not set up: run .ci/setup-runtimes, or say CRIPROBE_SKIP_RUNTIMES=1`);
  return spec;
}

/** Where its programs are. */
export function programsOf(runtime: RuntimeHere): string {
  return specOf(runtime).split('@')[1] ?? '/usr/bin';
}

function unpacked(kind: string, series: string): RuntimeHere {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const name = names.find(
    (one) => one.startsWith(`${kind}-${series}.`) && existsSync(join(cache, one, '.complete')),
  );
  const spec = name === undefined ? undefined : `${kind}@${join(cache, name)}`;
  return { name: `${kind} ${series}`, series, spec };
}
