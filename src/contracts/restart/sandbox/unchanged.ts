// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { sandboxesThrough } from '../../occasions/outages.js';
import { fieldsKept, grownFields } from '../../judging/unchanged.js';

export const restartSandboxUnchanged: Contract = {
  id: 'restart.sandbox.unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Identity and creation time of a sandbox are the same after a restart of the runtime',
  reference: {
    source: 'CRI v1, PodSandboxStatus; kubelet, sandboxes of a pod in the order of their making',
    says: 'the newest sandbox counts, and one with other namespaces than requested is replaced',
  },
  consequence: 'The kubelet picks the wrong sandbox, or restarts all containers of the pod.',
  covers: ['RS1', 'A1', 'E2'],
  check: (evidence) =>
    fieldsKept(
      sandboxesThrough(evidence),
      ['metadata', 'created_at', 'labels', 'annotations', 'linux', 'runtime_handler'],
      {
        none: 'no sandbox was read before and after an outage of the daemon',
        mayChange: grownFields(['annotations', 'linux', 'runtime_handler']),
      },
    ),
};
