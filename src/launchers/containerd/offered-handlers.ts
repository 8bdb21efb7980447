// SPDX-License-Identifier: Apache-2.0
import { compatHandler } from '../oci-compat/compat-rules.js';
import { isCompatNeeded, writeRuntime, type OciCompat } from '../oci-compat/wrapped-runtime.js';
import type { Machine } from '#host/machine.js';
import type { Handler } from '../private/find-handlers.js';

/** A handler that containerd can use on this machine, through a wrapper script if necessary. */
export interface OfferedHandler extends Handler {
  readonly compat: OciCompat | undefined;
  /** What a reader should know about it. */
  readonly note: string | undefined;
}

/**
 * containerd has its own settings for most of what a machine lacks; only a crun that is too old needs a
 * wrapper.
 */
export async function offeredHandler(handler: Handler, machine: Machine): Promise<OfferedHandler> {
  if (handler.name !== 'crun') return { ...handler, compat: undefined, note: undefined };
  const found = await compatHandler(handler, machine);
  const compat = { ...found.compat, oomScore: false, hugepages: false };
  if (!isCompatNeeded(compat)) return { ...handler, compat: undefined, note: undefined };
  const does = [
    ...(compat.old ? ['declares OCI 1.0.2 and removes a pids limit of -1'] : []),
    ...(compat.hidden === undefined ? [] : ['hides cgroup v2, which it rejects next to v1']),
  ];
  const note = `handler crun: a wrapper of crun ${found.version} ${does.join(', and ')}`;
  return { ...handler, compat, note };
}

/** The handler as configured. */
export function installHandler({ name, program, compat }: OfferedHandler, directory: string): Handler {
  if (compat === undefined) return { name, program };
  return { name, program: writeRuntime(directory, program, compat) };
}
