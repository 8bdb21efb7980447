// SPDX-License-Identifier: Apache-2.0
import { compatHandler } from '../oci-compat/compat-rules.js';
import { isCompatNeeded, writeRuntime, type OciCompat } from '../oci-compat/wrapped-runtime.js';
import type { Machine } from '#host/machine.js';
import type { Handler } from '../private/find-handlers.js';

/** A handler that containerd can call on this machine, if need be through a script. */
export interface OfferedHandler extends Handler {
  readonly compat: OciCompat | undefined;
  /** What a reader should know of it. */
  readonly note: string | undefined;
}

/** containerd has settings of its own for what a machine lacks; a crun that is too old for it needs help. */
export async function offeredHandler(handler: Handler, machine: Machine): Promise<OfferedHandler> {
  if (handler.name !== 'crun') return { ...handler, compat: undefined, note: undefined };
  const found = await compatHandler(handler, machine);
  const compat = { ...found.compat, oomScore: false, hugepages: false };
  if (!isCompatNeeded(compat)) return { ...handler, compat: undefined, note: undefined };
  const does = [
    ...(compat.old ? ['tells it OCI 1.0.2 and no pids limit of -1'] : []),
    ...(compat.hidden === undefined ? [] : ['hides cgroup v2, which it refuses beside v1']),
  ];
  const note = `handler crun: a script in front of crun ${found.version} ${does.join(', and ')}`;
  return { ...handler, compat, note };
}

/** The handler as the configuration names it. */
export function installHandler({ name, program, compat }: OfferedHandler, directory: string): Handler {
  if (compat === undefined) return { name, program };
  return { name, program: writeRuntime(directory, program, compat) };
}
