// SPDX-License-Identifier: Apache-2.0
import { capabilityBit, capabilityNames } from '#base/capability-names.js';
import { textOfFile } from '#files/text-of-file.js';

/** Our effective capabilities; undefined if they cannot be read. */
export function ownCapabilities(): bigint | undefined {
  return effectiveCapabilities(textOfFile('/proc/self/status'));
}

/** The effective capabilities in a /proc/<pid>/status, as a bit set; undefined if it has none. */
export function effectiveCapabilities(status: string): bigint | undefined {
  const hex = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return hex === undefined ? undefined : BigInt(`0x${hex}`);
}

const sysResource = 24n;

export function hasSysResource(capabilities: bigint): boolean {
  return ((capabilities >> sysResource) & 1n) === 1n;
}

/**
 * What no process that we start can have, and what processes of this machine cannot do, in words: a container
 * that lacks it too proves nothing of its runtime. Nothing, if our own status cannot be read.
 */
export function restrictionsOfOurs(status: string = textOfFile('/proc/self/status')): readonly string[] {
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? 'fffffffffffffffff'}`);
  const effective = effectiveCapabilities(status);
  const withheld = capabilityNames.filter((name) => (bounding & capabilityBit(name)) === 0n);
  const isShort = effective !== undefined && !hasSysResource(effective);
  return [
    ...new Set([...(isShort ? ['CAP_SYS_RESOURCE'] : []), ...withheld.map((name) => `CAP_${name}`)]),
    ...(/^NoNewPrivs:\s*1$/m.test(status) ? ['new privileges'] : []),
    ...(/^Seccomp:\s*2$/m.test(status) ? ['unfiltered system calls'] : []),
  ];
}
