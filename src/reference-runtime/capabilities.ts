// SPDX-License-Identifier: Apache-2.0
import { allCapabilities, capabilityBit } from '#base/capability-names.js';
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import { invalid } from './refuse.js';

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
const every = allCapabilities;

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
    const bit = capabilityBit(plain(name));
    if (bit === 0n) throw invalid(`unknown capability ${JSON.stringify(name)}`);
    mask |= bit;
  }
  return mask;
}
