// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import type { Missing } from '../missing.js';
import type { Probe } from '../launcher.js';
import type { Machine } from '../machine.js';
import { findCrio, type CrioBinaries } from './binaries.js';
import { lenientHandler, notesOnLeniency } from '../leniencies.js';
import { missingForCrio } from './missing.js';
import { saidVersion, type SaidVersion } from '../said-version.js';

interface Examined {
  readonly probe: Probe;
  readonly binaries: CrioBinaries | undefined;
}

/** What is there of a CRI-O, in the directory or on PATH, and what it lacks to be started. */
export async function examine(directory: string | undefined, machine: Machine): Promise<Examined> {
  const found = findCrio(directory, machine);
  const missing = missingForCrio(directory, found, machine);
  const { crio = '', pinns = '', conmon = '', cniDirectory = '' } = found;
  const said = await versionOf(crio);
  if (!('version' in said) && crio !== '')
    missing.push({
      reason: `${crio} is no crio for this machine; --version gives: ${said.said}`,
      fix: 'use binaries built for this machine; crio needs libseccomp2 (and libgpgme11 in some builds)',
    });
  if (missing.length > 0 || !('version' in said)) return { probe: unavailable(missing), binaries: undefined };
  const handlers = await Promise.all(found.handlers.map((handler) => lenientHandler(handler, machine)));
  const { version } = said;
  const binaries = { crio, version, pinns, conmon, handlers, path: found.path.join(':'), cniDirectory };
  return { probe: { kind: 'ready', notes: notesOn(machine, binaries) }, binaries };
}

function versionOf(crio: string): Promise<SaidVersion> {
  return crio === '' ? Promise.resolve({ said: '' }) : saidVersion(crio, /^crio version v?(\d+\.\d+\.\d+)/m);
}

function unavailable(missing: readonly Missing[]): Probe {
  const list = (key: keyof Missing): string => [...new Set(missing.map((one) => one[key]))].join('; ');
  return { kind: 'unavailable', reason: list('reason'), fix: list('fix') };
}

/** Throws a Failure that says what is missing. */
export async function binariesOrFailure(
  directory: string | undefined,
  machine: Machine,
): Promise<CrioBinaries> {
  const { probe, binaries } = await examine(directory, machine);
  if (probe.kind === 'unavailable')
    throw new Failure(
      'E-LAUNCH-MISSING',
      `A private ${crioName(directory)} cannot be started here: ${probe.reason}.`,
      { fix: probe.fix },
    );
  if (binaries === undefined) throw new Error('ready without binaries');
  return binaries;
}

export function crioName(directory: string | undefined): string {
  return directory === undefined ? 'crio' : `crio@${directory}`;
}

export function notesOn(machine: Machine, { handlers }: CrioBinaries): string[] {
  return [
    ...notesOnLeniency(handlers),
    ...(machine.overlay
      ? []
      : ['the kernel has no overlay file system: images are copied (storage driver vfs)']),
    'host ports are not mapped: that would write into the firewall of this machine',
  ];
}
