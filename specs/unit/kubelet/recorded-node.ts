// SPDX-License-Identifier: Apache-2.0
import type { NodeFacts } from '#kubelet/model/node-facts.js';

/** The node on which the recordings were made. */
export const recordedNode: NodeFacts = {
  nodeName: 'node1',
  nodeIps: ['192.0.2.10'],
  clusterDns: ['10.96.0.10'],
  clusterDomain: 'cluster.local',
  resolvConf: 'nameserver 10.255.255.53\n',
  cgroupVersion: 'v1',
  hugePageSizes: ['2MB', '1GB'],
  memoryBytes: 16 * 2 ** 30,
  swapAccounting: true,
  podCgroups: null,
  thermalThrottlePaths: [],
  appArmor: false,
};
