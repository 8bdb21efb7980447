// SPDX-License-Identifier: Apache-2.0
import { canonical } from '../../judging/unchanged.js';
import type { Contract } from '../../contract.js';
import { keptOnNode } from '../../occasions/changes/kept-on-node.js';

export const upgradeNodeAddressesKept: Contract = {
  id: 'upgrade.node.addresses-kept',
  level: 'must',
  since: '0.1.0',
  title: 'The addresses in the network namespace of a pod are the same under the other version',
  reference: {
    source: 'CRI v1, PodSandboxNetworkStatus; kubelet, pod status',
    says: 'the address of a pod is its own as long as its sandbox is ready',
  },
  consequence:
    'Every connection of every pod breaks with the upgrade, while the statuses show the old addresses.',
  covers: ['RS1', 'W1'],
  check: (evidence) =>
    keptOnNode(evidence, {
      what: 'addresses',
      textOf: ({ inside }) => (inside === undefined ? undefined : canonical(inside.addresses)),
    }),
};
