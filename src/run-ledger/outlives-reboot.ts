// SPDX-License-Identifier: Apache-2.0
import type { CleanupStep } from './cleanup-step.js';

const onDisk: ReadonlySet<CleanupStep['kind']> = new Set([
  'container',
  'container-image',
  'directory',
  'files',
  'layer-cache',
]);

/** Whether it can still be there after the machine was booted again. All else is by now somebody else's, whatever its name. */
export function outlivesReboot(trace: CleanupStep): boolean {
  if (trace.kind === 'empty-directory') return !trace.path.startsWith('/run/');
  return onDisk.has(trace.kind);
}
