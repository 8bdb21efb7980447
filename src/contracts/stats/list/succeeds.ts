// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { anyTime } from '../../occasions/good-requests.js';

export const statsListSucceeds: Contract = {
  id: 'stats.list.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'ListContainerStats succeeds at any time',
  reference: {
    source: 'CRI v1, RPC ListContainerStats; kubelet',
    says: 'the read is made at any time, also while containers come and go',
  },
  consequence: 'Nothing is known of what any pod of the node uses: eviction and autoscaling stop.',
  covers: ['STS-002'],
  check: (evidence) =>
    judgeEach(anyTime(evidence, 'ListContainerStats'), 'ListContainerStats was not called', (call) =>
      mustSucceed(call, 'ListContainerStats'),
    ),
};
