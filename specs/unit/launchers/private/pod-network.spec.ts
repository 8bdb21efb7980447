// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { podNetwork } from '#launchers/private/pod-network.js';
import { freeSubnet } from '#launchers/private/free-subnet.js';

const header = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n';
/** As the kernel writes it: hexadecimal, lowest byte first. */
const hex = (address: string): string =>
  address
    .split('.')
    .reverse()
    .map((byte) => Number(byte).toString(16).padStart(2, '0').toUpperCase())
    .join('');
const route = (address: string, mask: string): string =>
  `eth0\t${hex(address)}\t0\t1\t0\t0\t0\t${hex(mask)}\t0\t0\t0\n`;

describe('freeSubnet', () => {
  it('is the same for the same seed', () => {
    expect(freeSubnet(5, header)).toBe('10.200.5.0/24');
    expect(freeSubnet(256 * 3 + 7, header)).toBe('10.203.7.0/24');
  });

  it('steps aside for a route that covers it, wider or narrower', () => {
    expect(freeSubnet(5, header + route('10.200.5.64', '255.255.255.192'))).not.toBe('10.200.5.0/24');
    expect(freeSubnet(5, header + route('10.200.0.0', '255.255.0.0'))).toMatch(/^10\.20[1-9]\./);
  });

  it('is not disturbed by the default route and by other networks', () => {
    const routes = header + route('0.0.0.0', '0.0.0.0') + route('172.17.0.0', '255.255.0.0');
    expect(freeSubnet(5, routes)).toBe('10.200.5.0/24');
  });
});

describe('podNetwork', () => {
  it('has a bridge whose name the kernel accepts, and that differs by directory', () => {
    const one = podNetwork('/var/lib/criprobe/work/a1/runtime', header);
    expect(one.bridge).toMatch(/^crip[0-9a-f]{9}$/);
    expect(podNetwork('/var/lib/criprobe/work/a2/runtime', header).bridge).not.toBe(one.bridge);
  });

  it('needs no firewall and keeps its addresses below the directory', () => {
    const network = podNetwork('/d', header);
    const conflist = JSON.parse(network.conflist) as { plugins: Record<string, unknown>[] };
    expect(conflist.plugins).toHaveLength(1);
    expect(conflist.plugins[0]).toMatchObject({
      type: 'bridge',
      bridge: network.bridge,
      isGateway: true,
      ipMasq: false,
      ipam: { type: 'host-local', dataDir: '/d/ipam', ranges: [[{ subnet: network.subnet }]] },
    });
  });
});
