// SPDX-License-Identifier: Apache-2.0
import { hasAppArmorFileSystem } from '#host/kernel-facts.js';
import type { LaunchOptions } from '../launcher.js';
import { canOverlay, findProgram, type Machine } from '#host/machine.js';
import { writeRuntime } from '../oci-compat/wrapped-runtime.js';
import type { CrioBinaries } from './binaries.js';
import type { CrioSettings } from './config.js';

/** Also writes the wrapper scripts that handlers need. */
export function crioSettings(binaries: CrioBinaries, machine: Machine, options: LaunchOptions): CrioSettings {
  const { directory, sandboxImage } = options;
  const { cniDirectory, pinns, conmon, handlers } = binaries;
  return {
    directory,
    sandboxImage,
    cniDirectory,
    pinns,
    conmon,
    handlers: handlers.map(({ name, program, compat }) => ({
      name,
      program: writeRuntime(directory, program, compat),
    })),
    storageDriver: canOverlay(machine, directory) ? 'overlay' : 'vfs',
    systemdCgroup: machine.systemd,
    apparmor: hasAppArmor(machine),
  };
}

/** CRI-O loads its profile with that program. */
function hasAppArmor({ path }: Machine): boolean {
  return hasAppArmorFileSystem() && findProgram('apparmor_parser', path) !== undefined;
}
