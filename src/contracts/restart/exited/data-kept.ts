// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { containersThrough } from '../../occasions/outages.js';
import { fieldsKept } from '../../judging/unchanged.js';

export const restartExitedDataKept: Contract = {
  id: 'restart.exited.data-kept',
  level: 'must',
  since: '0.1.0',
  title: 'How a container ended is reported in the same way after a restart of the runtime',
  reference: {
    source: 'CRI v1, ContainerStatus; kubelet, computePodPhase and restart back-off',
    says: 'code, time and reason of an exit decide on restarts, and an exit is final',
  },
  consequence: 'Completed jobs run again, and failed ones count as completed.',
  covers: ['RS1', 'E4', 'L3', 'E2'],
  check: (evidence) =>
    fieldsKept(
      containersThrough(evidence).filter(({ before }) => before.state === 'CONTAINER_EXITED'),
      ['state', 'exit_code', 'finished_at', 'reason', 'message'],
      'no container that had ended before an outage of the daemon was read after it',
    ),
};
