// SPDX-License-Identifier: Apache-2.0
import { searchPath } from '#files/search-path.js';
import type { Examination } from '../private/private-runtime.js';
import type { Machine } from '#host/machine.js';
import { findCrio, type CrioBinaries } from './binaries.js';
import { compatHandler, notesOnCompat } from '../oci-compat/compat-rules.js';
import { missingForCrio } from './missing.js';
import { reportedVersion, type ReportedVersion } from '../reported-version.js';

/** Finds CRI-O in the directory or on PATH, and what it lacks to start. */
export async function examineCrio(
  directory: string | undefined,
  machine: Machine,
): Promise<Examination<CrioBinaries>> {
  const found = findCrio(directory, machine);
  const missing = missingForCrio(directory, found, machine);
  const { crio = '', pinns = '', conmon = '', cniDirectory = '' } = found;
  const reported = await versionOf(crio);
  if (!('version' in reported) && crio !== '')
    missing.push({
      reason: `${crio} is not a crio for this machine; --version gives: ${reported.problem}`,
      fix: 'use binaries built for this machine; crio needs libseccomp2 (and libgpgme11 in some builds)',
    });
  if (missing.length > 0 || !('version' in reported)) return { missing };
  const handlers = await Promise.all(found.handlers.map((handler) => compatHandler(handler, machine)));
  const { version } = reported;
  const path = searchPath(found.path);
  return { binaries: { crio, version, pinns, conmon, handlers, path, cniDirectory } };
}

function versionOf(crio: string): Promise<ReportedVersion> {
  return crio === ''
    ? Promise.resolve({ problem: '' })
    : reportedVersion(crio, /^crio version v?(\d+\.\d+\.\d+)/m);
}

export function notesOnCrio({ handlers }: CrioBinaries, machine: Machine): string[] {
  return [
    ...notesOnCompat(handlers),
    ...(machine.overlay
      ? []
      : ['the kernel has no overlay file system: images are copied (storage driver vfs)']),
    'host ports are not mapped: that would change the firewall of this machine',
  ];
}
