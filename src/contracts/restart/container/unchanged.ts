// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { containersThrough } from '../../occasions/outages.js';
import { fieldsKept, grownFields } from '../../judging/unchanged.js';

export const restartContainerUnchanged: Contract = {
  id: 'restart.container.unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Identity and times of a container are the same after a restart of the runtime',
  reference: {
    source: 'CRI v1, ContainerStatus; kubelet, relist after the runtime was away',
    says: 'the kubelet recognises the container by them: its hash, its log and its times',
  },
  consequence: 'Healthy containers look changed: they are restarted, or their logs are not found.',
  covers: ['RS1', 'G5'],
  check: (evidence) =>
    fieldsKept(
      containersThrough(evidence),
      ['metadata', 'created_at', 'started_at', 'labels', 'annotations', 'log_path', 'user', 'stop_signal'],
      {
        none: 'no container was read before and after an outage of the daemon',
        mayChange: grownFields(['annotations', 'log_path', 'user', 'stop_signal']),
      },
    ),
};
