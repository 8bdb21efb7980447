// SPDX-License-Identifier: Apache-2.0

/**
 * A /24 for pods that no route of the host covers; the same seed gives the same one. `routes` is the text of
 * /proc/net/route.
 */
export function freeSubnet(seed: number, routes: string): string {
  const taken = routes.split('\n').slice(1).flatMap(parseRoute);
  const candidates = 56 * 256;
  for (let tried = 0; tried < candidates; tried += 1) {
    const index = (seed + tried * 257) % candidates;
    const base = ((10 << 24) | ((200 + Math.floor(index / 256)) << 16) | ((index % 256) << 8)) >>> 0;
    if (!taken.some(({ address, mask }) => overlaps(base, address, mask))) return `${dotted(base)}/24`;
  }
  return '10.200.0.0/24';
}

interface Route {
  readonly address: number;
  readonly mask: number;
}

/** The kernel prints addresses in hexadecimal, in host byte order. The default route covers nothing. */
function parseRoute(line: string): Route[] {
  const [, destination, , , , , , mask] = line.split(/\s+/);
  if (!destination || !mask || mask === '00000000') return [];
  return [{ address: swapped(destination), mask: swapped(mask) }];
}

function swapped(hex: string): number {
  return Buffer.from(hex, 'hex').readUInt32LE();
}

function overlaps(base: number, address: number, mask: number): boolean {
  const wider = (mask & 0xffffff00) >>> 0;
  return (base & wider) >>> 0 === (address & wider) >>> 0;
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}
