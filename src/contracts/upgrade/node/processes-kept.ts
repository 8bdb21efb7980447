// SPDX-License-Identifier: Apache-2.0
import { living } from '../../occasions/node-looks.js';
import type { Contract } from '../../contract.js';
import { keptOnNode } from '../../occasions/changes/kept-on-node.js';

export const upgradeNodeProcessesKept: Contract = {
  id: 'upgrade.node.processes-kept',
  level: 'must',
  since: '0.1.0',
  title: 'The first process of every living sandbox and container is the same under the other version',
  reference: {
    source: 'CRI v1; practice of all common runtimes',
    says: 'pods outlive the daemon, and its version',
  },
  consequence: 'The upgrade of a runtime restarts every workload of the node, whatever the statuses say.',
  covers: ['RS1'],
  check: (evidence) =>
    keptOnNode(evidence, {
      what: 'first process',
      textOf: (object) => {
        const [first] = living(object);
        return first && `pid ${first.pid}, started at tick ${first.startTicks}`;
      },
      ofLiving: false,
    }),
};
