// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import { invalid } from './refuse.js';

const names = [
  'CHOWN',
  'DAC_OVERRIDE',
  'DAC_READ_SEARCH',
  'FOWNER',
  'FSETID',
  'KILL',
  'SETGID',
  'SETUID',
  'SETPCAP',
  'LINUX_IMMUTABLE',
  'NET_BIND_SERVICE',
  'NET_BROADCAST',
  'NET_ADMIN',
  'NET_RAW',
  'IPC_LOCK',
  'IPC_OWNER',
  'SYS_MODULE',
  'SYS_RAWIO',
  'SYS_CHROOT',
  'SYS_PTRACE',
  'SYS_PACCT',
  'SYS_ADMIN',
  'SYS_BOOT',
  'SYS_NICE',
  'SYS_RESOURCE',
  'SYS_TIME',
  'SYS_TTY_CONFIG',
  'MKNOD',
  'LEASE',
  'AUDIT_WRITE',
  'AUDIT_CONTROL',
  'SETFCAP',
  'MAC_OVERRIDE',
  'MAC_ADMIN',
  'SYSLOG',
  'WAKE_ALARM',
  'BLOCK_SUSPEND',
  'AUDIT_READ',
  'PERFMON',
  'BPF',
  'CHECKPOINT_RESTORE',
];
const usual = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'SETGID',
  'SETUID',
  'SETPCAP',
  'NET_BIND_SERVICE',
  'NET_RAW',
  'SYS_CHROOT',
  'MKNOD',
  'AUDIT_WRITE',
  'SETFCAP',
];
const every = (1n << BigInt(names.length)) - 1n;

export interface CapabilitySets {
  readonly bounding: bigint;
  readonly effective: bigint;
  readonly ambient: bigint;
}

/** Accepts any spelling: `NET_ADMIN`, `CAP_NET_ADMIN`, `net_admin`, `ALL`. */
export function capabilitySets(
  context: LinuxContainerSecurityContext | undefined,
  uid: number,
): CapabilitySets {
  const {
    add_capabilities: add,
    drop_capabilities: drop,
    add_ambient_capabilities: raise,
  } = context?.capabilities ?? {};
  const ambient = maskOf(raise);
  const given = (maskOf(usual) & ~maskOf(drop)) | maskOf(add) | ambient;
  const bounding =
    context?.privileged === true ? every : dropsAllAfterwards(add, drop) ? every & ~maskOf(drop) : given;
  return { bounding, effective: uid === 0 ? bounding : ambient, ambient };
}

/** `add: ALL` with single drops: all except these. */
const dropsAllAfterwards = (add: readonly string[] = [], drop: readonly string[] = []): boolean =>
  add.some((name) => plain(name) === 'ALL') && !drop.some((name) => plain(name) === 'ALL');

const plain = (name: string): string => name.toUpperCase().replace(/^CAP_/, '');

function maskOf(list: readonly string[] = []): bigint {
  let mask = 0n;
  for (const name of list) {
    if (plain(name) === 'ALL') return every;
    const bit = names.indexOf(plain(name));
    if (bit < 0) throw invalid(`unknown capability ${JSON.stringify(name)}`);
    mask |= 1n << BigInt(bit);
  }
  return mask;
}
