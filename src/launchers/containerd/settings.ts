// SPDX-License-Identifier: Apache-2.0
import type { LaunchOptions } from '../launcher.js';
import { canOverlay, mayLowerOomScore, type Machine } from '#host/machine.js';
import type { ContainerdBinaries } from './binaries.js';
import type { Handler } from '../private/find-handlers.js';
import { installHandler } from './offered-handlers.js';

/** The input of a private containerd's configuration. */
export interface ContainerdSettings {
  readonly version: string;
  /** All files of this containerd are below it. */
  readonly directory: string;
  readonly sandboxImage: string;
  readonly cniDirectory: string;
  /** At least one; the first is the default. */
  readonly handlers: readonly Handler[];
  readonly snapshotter: 'overlayfs' | 'native';
  readonly systemdCgroup: boolean;
  /** Without CAP_SYS_RESOURCE no oom_score_adj can be lowered. */
  readonly restrictOomScore: boolean;
}

/** Also writes the wrapper scripts that handlers need. */
export function containerdSettings(
  binaries: ContainerdBinaries,
  machine: Machine,
  options: LaunchOptions,
): ContainerdSettings {
  return {
    version: binaries.version,
    directory: options.directory,
    sandboxImage: options.sandboxImage,
    cniDirectory: binaries.cniDirectory,
    handlers: binaries.handlers.map((handler) => installHandler(handler, options.directory)),
    snapshotter: canOverlay(machine, options.directory) ? 'overlayfs' : 'native',
    systemdCgroup: machine.systemd,
    restrictOomScore: !mayLowerOomScore(machine),
  };
}
