// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { findCni } from '../private/find-cni.js';
import { findHandlers } from '../private/find-handlers.js';
import { findProgram, type Machine } from '#host/machine.js';
import type { CompatHandler, OciRuntime } from '../oci-compat/compat-rules.js';

export interface CrioBinaries {
  readonly crio: string;
  /** `1.36.3`. */
  readonly version: string;
  readonly pinns: string;
  readonly conmon: string;
  /** At least one; the first is the default. */
  readonly handlers: readonly CompatHandler[];
  /** PATH for the daemon: its own directory first. */
  readonly path: string;
  readonly cniDirectory: string;
}

/** The programs that were found, before their versions are known. */
export interface CrioPrograms {
  readonly crio: string | undefined;
  readonly pinns: string | undefined;
  readonly conmon: string | undefined;
  readonly handlers: readonly OciRuntime[];
  readonly path: readonly string[];
  readonly cniDirectory: string | undefined;
}

/** Packages of CRI-O install its helpers outside of PATH. */
const helperDirectories = ['/usr/libexec/crio', '/usr/libexec/podman', '/usr/lib/crio/bin'];

/** Looks in the directory, else on PATH. Anything missing there, except crio itself, comes from the host. */
export function findCrio(directory: string | undefined, machine: Machine): CrioPrograms {
  const crio = findProgram('crio', directory === undefined ? machine.path : [directory]);
  const own = directory ?? (crio === undefined ? undefined : dirname(crio));
  const path = own === undefined ? machine.path : [own, ...machine.path];
  const helpers = [...path, ...helperDirectories];
  return {
    crio,
    pinns: findProgram('pinns', helpers),
    conmon: findProgram('conmon', helpers) ?? findProgram('conmonrs', helpers),
    handlers: findHandlers(helpers).filter(({ name }) => name !== 'runsc'),
    path,
    cniDirectory: findCni(directory, machine),
  };
}
