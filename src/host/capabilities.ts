// SPDX-License-Identifier: Apache-2.0
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
