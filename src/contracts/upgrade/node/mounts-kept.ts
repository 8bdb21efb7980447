// SPDX-License-Identifier: Apache-2.0
import { canonical } from '../../judging/unchanged.js';
import type { Contract } from '../../contract.js';
import { keptOnNode } from '../../occasions/changes/kept-on-node.js';

export const upgradeNodeMountsKept: Contract = {
  id: 'upgrade.node.mounts-kept',
  level: 'must',
  since: '0.1.0',
  title: 'The mounts that a container asked for are there under the other version',
  reference: {
    source: 'CRI v1, ContainerConfig.mounts',
    says: 'volumes are there as long as the container runs',
  },
  consequence: 'A program loses its volume while it runs, and writes into the root of its container.',
  covers: ['RS1', 'A2'],
  check: (evidence) =>
    keptOnNode(evidence, {
      what: 'mounts',
      textOf: ({ kind, inside }) =>
        kind === 'sandbox' || inside === undefined ? undefined : canonical(inside.mounts),
    }),
};
