// SPDX-License-Identifier: Apache-2.0
import type { Io } from '../../shared/use-case.js';
import type { TargetSession } from './session.js';
import type { Target } from './target.js';

/** Which runtime was chosen, and why: the first lines of output. */
export function announceTarget(
  { ready, why, launcher, notes }: Target,
  { registry }: TargetSession,
  { progress }: Pick<Io, 'progress'>,
): void {
  progress.line(`runtime   ${ready.runtimeName} ${ready.runtimeVersion}   ${ready.endpoint}   (${why})`);
  progress.line(`          ${launcher}`);
  progress.line(`images    built-in registry ${registry.address}, nothing is downloaded`);
  for (const note of notes) progress.line(`note      ${note}`);
}
