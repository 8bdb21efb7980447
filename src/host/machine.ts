// SPDX-License-Identifier: Apache-2.0
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { refuseUntrusted } from '#files/refuse-untrusted.js';
import { effectiveCapabilities, hasSysResource } from './capabilities.js';

/** What a launcher wants to know of this machine. A value, so that specs can be another machine. */
export interface Machine {
  readonly uid: number;
  readonly path: readonly string[];
  /** Where CNI plugins may be. */
  readonly cniDirectories: readonly string[];
  /** Text of /proc/self/mountinfo. */
  readonly mountinfo: string;
  /** Effective capabilities, as a bit set. */
  readonly capabilities: bigint;
  /** systemd is the init system. */
  readonly systemd: boolean;
  /** The kernel can mount an overlay. */
  readonly overlay: boolean;
}

export function thisMachine(): Machine {
  return {
    uid: process.getuid?.() ?? -1,
    path: (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute),
    cniDirectories: ['/usr/lib/cni', '/opt/cni/bin', '/usr/libexec/cni'],
    mountinfo: textOf('/proc/self/mountinfo'),
    capabilities: effectiveCapabilities(textOf('/proc/self/status')) ?? 0n,
    systemd: existsSync('/run/systemd/system'),
    overlay: /\boverlay$/m.test(textOf('/proc/filesystems')),
  };
}

export function mayLowerOomScore({ capabilities }: Machine): boolean {
  return hasSysResource(capabilities);
}

/** First directory that has the program, as a shell finds it. Thrown as root: others may write to it. */
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

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
