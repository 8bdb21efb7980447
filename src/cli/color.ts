// SPDX-License-Identifier: Apache-2.0
import type { FlagValues } from './flag.js';
import type { colorFlags } from './shared-flags.js';

/** The flag first, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
export function wantsColor(
  { color = 'auto' }: FlagValues<typeof colorFlags>,
  env: Readonly<Record<string, string | undefined>>,
  isTty: boolean,
): boolean {
  if (color === 'always') return true;
  if (color === 'never' || color === false) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return isTty && env.TERM !== 'dumb';
}
