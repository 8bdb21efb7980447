// SPDX-License-Identifier: Apache-2.0
import semver from 'semver';
import { cgroupMounts, cgroupVersion } from '#host/cgroups.js';
import { mayLowerOomScore, type Machine } from '#host/machine.js';
import { isCompatNeeded, type HiddenMount, type OciCompat } from './wrapped-runtime.js';
import { reportedVersion } from '../reported-version.js';

/** An OCI runtime that CRI-O calls under the name of its handler. */
export interface OciRuntime {
  readonly name: string;
  readonly program: string;
}

/** A handler with the adjustments it needs on this machine. */
export interface CompatHandler extends OciRuntime {
  readonly version: string;
  readonly compat: OciCompat;
}

/** The first that accepts every version of the specification. */
const firstTolerantCrun = '1.14.3';

export async function compatHandler(runtime: OciRuntime, machine: Machine): Promise<CompatHandler> {
  const reported = await reportedVersion(runtime.program, /version:? (\d+\.\d+(\.\d+)?)/);
  const version = 'version' in reported ? reported.version : '';
  const compat = {
    oomScore: !mayLowerOomScore(machine),
    hugepages: !hasHugetlb(machine),
    old: runtime.name === 'crun' && isCrunOld(version),
    hidden: runtime.name === 'crun' ? hybridMount(machine) : undefined,
  };
  return { ...runtime, version, compat };
}

/** `1.21` is 1.21.0; without a version it counts as old. */
function isCrunOld(version: string): boolean {
  return semver.lt(semver.coerce(version) ?? '0.0.0', firstTolerantCrun);
}

/** With cgroup v2 CRI-O checks itself. With v1 it trusts /proc/cgroups. */
function hasHugetlb({ mounts }: Machine): boolean {
  if (!['v1', 'hybrid'].includes(cgroupVersion(mounts))) return true;
  return cgroupMounts(mounts).some(({ superOptions }) => superOptions.split(',').includes('hugetlb'));
}

/** crun rejects a cgroup v2 mount next to v1 as soon as it has a controller. */
function hybridMount({ mounts }: Machine): HiddenMount | undefined {
  const point = mounts.find(({ type }) => type === 'cgroup2')?.point;
  if (point === undefined || cgroupVersion(mounts) !== 'hybrid') return undefined;
  const around = mounts.map((mount) => mount.point).filter((one) => point.startsWith(`${one}/`));
  return { point, parent: around.toSorted((one, other) => other.length - one.length)[0] ?? '/' };
}

export function notesOnCompat(handlers: readonly CompatHandler[]): string[] {
  const affected = handlers.filter(({ compat }) => isCompatNeeded(compat));
  const any = (kind: 'oomScore' | 'hugepages'): boolean => affected.some(({ compat }) => compat[kind]);
  const old = affected.filter(({ compat }) => compat.old);
  return [
    ...(any('oomScore')
      ? [
          'no CAP_SYS_RESOURCE here: a wrapper of the OCI runtime raises a negative oom_score_adj to 0, because CRI-O has no setting for it',
        ]
      : []),
    ...(any('hugepages')
      ? ['no hugetlb cgroup is mounted here: a wrapper of the OCI runtime removes limits of huge pages']
      : []),
    ...(affected.some(({ compat }) => compat.hidden !== undefined)
      ? ['cgroup v2 is mounted next to v1 here, which crun rejects: a wrapper hides it']
      : []),
    ...old.map(
      ({ name, version }) =>
        `${name} ${version} is too old for CRI-O: a wrapper declares OCI 1.0.2, and removes a pids limit of -1`,
    ),
  ];
}
