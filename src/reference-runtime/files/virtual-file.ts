// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import { capabilitySets } from '../capabilities.js';
import type { ReferenceContainer } from '../container/container.js';
import { containerMemory, limitIn } from '../stats/memory.js';
import { mountinfo } from './mount-info.js';
import type { VirtualProcess } from '../process/virtual-process.js';

type View = (container: ReferenceContainer, process: VirtualProcess) => string;

const hex = (mask: bigint): string => mask.toString(16).padStart(16, '0');

const status: View = ({ facts }, process) => {
  const context = facts.config.linux?.security_context ?? {};
  const { uid, gid, groups } = process.setup.user;
  const caps = capabilitySets(context, uid);
  return [
    `Name:\t${(process.argv[0] ?? '').split('/').at(-1) ?? ''}`,
    `Pid:\t${process.pid}`,
    `PPid:\t${process.setup.parent?.pid ?? 0}`,
    `Uid:\t${[uid, uid, uid, uid].join('\t')}`,
    `Gid:\t${[gid, gid, gid, gid].join('\t')}`,
    `Groups:\t${groups.join(' ')} `,
    `CapInh:\t${hex(caps.ambient)}`,
    `CapPrm:\t${hex(caps.effective)}`,
    `CapEff:\t${hex(caps.effective)}`,
    `CapBnd:\t${hex(caps.bounding)}`,
    `CapAmb:\t${hex(caps.ambient)}`,
    `NoNewPrivs:\t${Number(context.no_new_privs === true)}`,
    `Seccomp:\t${isFiltered(context) ? 2 : 0}`,
    '',
  ].join('\n');
};

const isFiltered = ({ privileged, seccomp }: LinuxContainerSecurityContext): boolean =>
  privileged !== true && seccomp !== undefined && seccomp.profile_type !== 'Unconfined';

const cgroup: View = ({ id, sandbox }) => {
  const parent = sandbox.config.linux?.cgroup_parent ?? '';
  return `0::${parent === '' ? '/criprobe' : parent}/${id}\n`;
};

const limits: View = () =>
  `${'Limit'.padEnd(26)}${'Soft Limit'.padEnd(21)}${'Hard Limit'.padEnd(21)}Units\n` +
  `${'Max open files'.padEnd(26)}${'1048576'.padEnd(21)}${'1048576'.padEnd(21)}files\n`;

const procFiles: Readonly<Record<string, View>> = {
  status,
  mountinfo,
  mounts: mountinfo,
  cgroup,
  limits,
  oom_score_adj: ({ facts }) => `${facts.config.linux?.resources?.oom_score_adj ?? '0'}\n`,
  stat: ({ facts }, process) => statLine(process, facts.config.tty === true),
  cmdline: (_container, process) => `${process.argv.join('\0')}\0`,
  uid_map: ({ sandbox }) =>
    idMap(sandbox.config.linux?.security_context?.namespace_options?.userns_options?.uids?.[0]),
  gid_map: ({ sandbox }) =>
    idMap(sandbox.config.linux?.security_context?.namespace_options?.userns_options?.gids?.[0]),
};

/** Up to the terminal, which is the seventh field; nobody asks for more. */
const statLine = (process: VirtualProcess, isTty: boolean): string => {
  const name = (process.argv[0] ?? '').split('/').at(-1) ?? '';
  const parent = process.setup.parent?.pid ?? 0;
  return `${process.pid} (${name}) R ${parent} ${process.pid} ${process.pid} ${isTty ? terminal : 0} -1 0\n`;
};

/** The device number of /dev/pts/0. */
const terminal = 34_816;

const idMap = (
  map:
    | { host_id?: number | undefined; container_id?: number | undefined; length?: number | undefined }
    | undefined,
): string =>
  [map?.container_id ?? 0, map?.host_id ?? 0, map?.length ?? 4_294_967_295]
    .map((n) => String(n).padStart(10))
    .join(' ') + '\n';

const cgroupFiles: Readonly<Record<string, View>> = {
  'memory.max': ({ resources }) => `${limitIn(resources) ?? 'max'}\n`,
  'memory.current': (container) => `${containerMemory(container)}\n`,
  'cpu.max': ({ resources }) => {
    const quota = Number(resources.cpu_quota ?? 0);
    return `${quota > 0 ? quota : 'max'} ${resources.cpu_period ?? '100000'}\n`;
  },
  'cpu.weight': ({ resources }) => `${weightOf(Number(resources.cpu_shares ?? 0))}\n`,
  'cpuset.cpus': ({ resources }) => `${resources.cpuset_cpus ?? ''}\n`,
};

const weightOf = (shares: number): number =>
  shares < 2 ? 100 : 1 + Math.floor(((shares - 2) * 9999) / 262142);

type Source = (container: ReferenceContainer, process: VirtualProcess, path: string) => string | undefined;

const ofProcess: Source = (container, asking, path) => {
  const [, pid = '', name = ''] = /^\/proc\/(self|\d+)\/(\w+)$/.exec(path) ?? [];
  const owner =
    pid === 'self' ? asking : [...container.processes].find((process) => String(process.pid) === pid);
  return owner === undefined ? undefined : procFiles[name]?.(container, owner);
};

const ofCgroup: Source = (container, process, path) => {
  const name = /^\/sys\/fs\/cgroup\/([\w.]+)$/.exec(path)?.[1] ?? '';
  return cgroupFiles[name]?.(container, process) ?? withNewline(container.resources.unified?.[name]);
};

/** Of a new namespace. */
const kernelDefaults: Readonly<Record<string, string>> = {
  'kernel.shm_rmid_forced': '0',
  'net.ipv4.ip_local_port_range': '32768\t60999',
};

const ofSysctl: Source = ({ sandbox }, _process, path) => {
  const name = /^\/proc\/sys\/(.+)$/.exec(path)?.[1]?.replaceAll('/', '.') ?? '';
  return withNewline(sandbox.config.linux?.sysctls?.[name] ?? kernelDefaults[name]);
};

const withNewline = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${text}\n`;

/** Kernel files, derived from the container's configuration. */
export const virtualFile: Source = (container, process, path) =>
  ofProcess(container, process, path) ??
  ofCgroup(container, process, path) ??
  ofSysctl(container, process, path);
