// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { anyTime } from '../../occasions/good-requests.js';

export const imageListSucceeds: Contract = {
  id: 'image.list.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'ListImages succeeds at any time',
  reference: {
    source: 'CRI v1, RPC ListImages; kubelet',
    says: 'the read is made at any time, also while containers come and go',
  },
  consequence: 'Images are not collected, and the disk fills.',
  covers: ['IMG-014'],
  check: (evidence) =>
    judgeEach(anyTime(evidence, 'ListImages'), 'ListImages was not called', (call) =>
      mustSucceed(call, 'ListImages'),
    ),
};
