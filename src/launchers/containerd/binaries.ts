// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { findCni } from '../private/find-cni.js';
import { reportedVersion, type ReportedVersion } from '../reported-version.js';
import { findProgram, type Machine } from '#host/machine.js';
import { findHandlers, type Handler } from '../private/find-handlers.js';
import type { OfferedHandler } from './offered-handlers.js';

export interface ContainerdBinaries {
  readonly containerd: string;
  /** `1.6.20`, without the suffix of a distribution. */
  readonly version: string;
  /** PATH for the daemon: its own directory first, where it finds its shim. */
  readonly path: string;
  readonly cniDirectory: string;
  readonly handlers: readonly OfferedHandler[];
}

/** The programs that were found, and for each missing one a sentence and a fix. */
export interface ContainerdPrograms {
  readonly containerd: string | undefined;
  readonly path: readonly string[];
  readonly cniDirectory: string | undefined;
  readonly handlers: readonly Handler[];
}

/**
 * Looks in the directory, else on PATH. runc and the CNI plugins come from the host if the directory has
 * none.
 */
export function findBinaries(directory: string | undefined, machine: Machine): ContainerdPrograms {
  const containerd = findProgram('containerd', directory === undefined ? machine.path : [directory]);
  const path = containerd === undefined ? machine.path : [dirname(containerd), ...machine.path];
  return { containerd, path, cniDirectory: findCni(directory, machine), handlers: findHandlers(path) };
}

/** The version that the binary reports, or what it did instead. */
export function versionOf(containerd: string): Promise<ReportedVersion> {
  return reportedVersion(containerd, /^containerd \S+ v?(\d+\.\d+\.\d+)/);
}
