// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { anyTime } from '../../occasions/good-requests.js';

export const containerListSucceeds: Contract = {
  id: 'container.list.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'ListContainers succeeds at any time',
  reference: {
    source: 'CRI v1, RPC ListContainers; kubelet',
    says: 'the read is made at any time, also while containers come and go',
  },
  consequence: 'Without the list there is no relist: the node becomes NotReady after three minutes.',
  covers: ['LST-003'],
  check: (evidence) =>
    judgeEach(anyTime(evidence, 'ListContainers'), 'ListContainers was not called', (call) =>
      mustSucceed(call, 'ListContainers'),
    ),
};
