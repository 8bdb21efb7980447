// SPDX-License-Identifier: Apache-2.0
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { refuseUntrusted } from '#files/refuse-untrusted.js';
import { textOfFile } from '#files/text-of-file.js';
import { ownCapabilities, hasSysResource } from './capabilities.js';
import { mountsOf, type Mount } from './mounts.js';
import { hasSystemd } from './systemd-units.js';

/** What launchers need to know about this machine. A value, so that specs can use another one. */
export interface Machine {
  readonly uid: number;
  readonly path: readonly string[];
  /** Directories that may have CNI plugins. */
  readonly cniDirectories: readonly string[];
  readonly mounts: readonly Mount[];
  /** Effective capabilities, as a bit set. */
  readonly capabilities: bigint;
  /** systemd is the init system. */
  readonly systemd: boolean;
  /** The kernel supports overlay mounts. */
  readonly overlay: boolean;
}

export function thisMachine(): Machine {
  return {
    uid: process.getuid?.() ?? -1,
    path: (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute),
    cniDirectories: ['/usr/lib/cni', '/opt/cni/bin', '/usr/libexec/cni'],
    mounts: mountsOf('self'),
    capabilities: ownCapabilities() ?? 0n,
    systemd: hasSystemd(),
    overlay: /\boverlay$/m.test(textOfFile('/proc/filesystems')),
  };
}

export function mayLowerOomScore({ capabilities }: Machine): boolean {
  return hasSysResource(capabilities);
}

/** The first directory that has the program, as in a shell. Throws for root if others may write to it. */
export function findProgram(name: string, directories: readonly string[]): string | undefined {
  const program = directories.map((directory) => join(directory, name)).find(isProgram);
  if (program !== undefined) refuseUntrusted(program, `Running ${program} as root`);
  return program;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const overlayMagic = 0x794c7630;

/** Whether an overlay can have its layers in the directory: not if that is on an overlay itself. */
export function canOverlay({ overlay }: Machine, directory: string): boolean {
  return overlay && statfsSync(directory).type !== overlayMagic;
}
