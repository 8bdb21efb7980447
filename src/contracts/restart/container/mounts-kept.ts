// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { containersThrough } from '../../occasions/outages.js';
import { fieldsKept } from '../../judging/unchanged.js';

export const restartContainerMountsKept: Contract = {
  id: 'restart.container.mounts-kept',
  level: 'must',
  since: '0.1.0',
  title: 'The mounts of a container are the same after a restart of the runtime',
  reference: {
    source: 'CRI v1, ContainerStatus.mounts; kubelet, termination messages',
    says: 'the kubelet finds the termination message through the mounts of the status',
  },
  consequence: 'Termination messages are lost.',
  covers: ['RS1', 'A2'],
  check: (evidence) =>
    fieldsKept(
      containersThrough(evidence).filter(({ before }) => (before.status.mounts ?? []).length > 0),
      ['mounts'],
      'no container with mounts was read before and after an outage of the daemon',
    ),
};
