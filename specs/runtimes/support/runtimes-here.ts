// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const cache = process.env['CRIPROBE_RUNTIMES'] ?? '/var/cache/criprobe-runtimes';

/** Set by a person who knows that no runtime is launched on this machine; never in CI. */
export const skipRuntimes: boolean = process.env['CRIPROBE_SKIP_RUNTIMES'] === '1';

export interface RuntimeHere {
  /** `1.7`: what `.ci/setup-runtimes` sets up of it is the mirror's choice. */
  readonly series: string;
  /** For `--managed`; undefined when it is not set up. */
  readonly spec: string | undefined;
}

export const containerds: readonly RuntimeHere[] = [
  { series: '1.6', spec: existsSync('/usr/bin/containerd') ? 'containerd' : undefined },
  { series: '1.7', spec: unpacked('containerd-1.7.') },
  { series: '2.1', spec: unpacked('containerd-2.1.') },
  { series: '2.4', spec: unpacked('containerd-2.4.') },
];

export const crios: readonly RuntimeHere[] = [
  { series: '1.34', spec: unpacked('crio-1.34.') },
  { series: '1.36', spec: unpacked('crio-1.36.') },
];

function unpacked(prefix: string): string | undefined {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const name = names.find((one) => one.startsWith(prefix) && existsSync(join(cache, one, '.complete')));
  return name === undefined ? undefined : `${name.split('-')[0] ?? ''}@${join(cache, name)}`;
}
