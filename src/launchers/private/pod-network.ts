// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ipForward } from '#host/network.js';
import type { GenericStep, SettingStep } from '#run-ledger/cleanup-step.js';
import { notThereBefore } from '#run-ledger/shared-places.js';
import { bridgePrefix, bridgesOfOthers } from '#run-ledger/undo/bridge.js';
import { freeSubnet } from './free-subnet.js';

export interface PodNetwork {
  readonly bridge: string;
  readonly subnet: string;
  /** The text of the only CNI configuration. */
  readonly conflist: string;
}

/**
 * A bridge and addresses of our own: no firewall rules, no masquerading, nothing shared with the host's pods.
 */
export function podNetwork(directory: string, routes: string): PodNetwork {
  const digest = createHash('sha256').update(directory).digest();
  const bridge = `${bridgePrefix}${digest.toString('hex').slice(0, 9)}`;
  const subnet = freeSubnet(digest.readUInt32BE(), routes);
  const plugin = {
    type: 'bridge',
    bridge,
    isGateway: true,
    ipMasq: false,
    hairpinMode: true,
    ipam: {
      type: 'host-local',
      dataDir: join(directory, 'ipam'),
      ranges: [[{ subnet }]],
      routes: [{ dst: '0.0.0.0/0' }],
    },
  };
  const conflist = { cniVersion: '0.4.0', name: bridge, plugins: [plugin] };
  return { bridge, subnet, conflist: JSON.stringify(conflist, undefined, 2) };
}

/** What such a network leaves on the machine; the bridge plugin turns ip_forward on. */
export function cleanupStepsOfNetwork(bridge: string): GenericStep[] {
  const forwardingOff: SettingStep = {
    kind: 'setting',
    path: ipForward,
    value: '0',
    beside: bridgesOfOthers(),
  };
  return [{ kind: 'bridge', name: bridge }, ...notThereBefore([forwardingOff])];
}
