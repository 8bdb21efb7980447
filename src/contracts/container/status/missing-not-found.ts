// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeNotFound } from '../../judging/judging.js';
import { isOnMissing } from '../../occasions/occasions.js';

export const containerStatusMissingNotFound: Contract = {
  id: 'container.status.missing-not-found',
  level: 'must',
  since: '0.1.0',
  title: 'ContainerStatus of a container that does not exist is refused with NOT_FOUND',
  reference: {
    source: 'CRI v1, RPC ContainerStatus; cri-api, IsNotFound',
    says: 'the kubelet tells a vanished container from a failing runtime by this code alone',
  },
  consequence: 'One vanished container aborts the inspection of its whole pod.',
  covers: ['GEN-004', 'CST-025', 'Q1'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ContainerStatus').filter((read) => isOnMissing(evidence, read)),
      'no status of a missing container was read',
      (read) => mustBeNotFound(read, 'a container that does not exist'),
    ),
};
