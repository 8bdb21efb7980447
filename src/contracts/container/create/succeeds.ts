// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { goodCreations } from '../../occasions/good-requests.js';

export const containerCreateSucceeds: Contract = {
  id: 'container.create.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'CreateContainer with a free name in a ready sandbox succeeds',
  reference: {
    source: 'CRI v1, RPC CreateContainer; kubelet, startContainer',
    says: 'the container is made in the sandbox that the request names',
  },
  consequence: 'The pod stays in CreateContainerError.',
  covers: ['L7', 'CTR-007'],
  check: (evidence) =>
    judgeEach(goodCreations(evidence), 'no container was asked for in a ready sandbox', (call) =>
      mustSucceed(call, 'CreateContainer with a free name in a ready sandbox'),
    ),
};
