// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { anyTime } from '../../occasions/good-requests.js';

export const imageStatusSucceeds: Contract = {
  id: 'image.status.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'ImageStatus succeeds, whether the image is there or not',
  reference: {
    source: 'CRI v1, RPC ImageStatus; kubelet',
    says: 'the read is made at any time, also while containers come and go',
  },
  consequence: 'The container is not started: ImageInspectError.',
  covers: ['IMG-001'],
  check: (evidence) =>
    judgeEach(anyTime(evidence, 'ImageStatus'), 'ImageStatus was not called', (call) =>
      mustSucceed(call, 'ImageStatus'),
    ),
};
