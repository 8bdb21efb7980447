// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { goodPulls } from '../../occasions/good-requests.js';

export const imagePullSucceeds: Contract = {
  id: 'image.pull.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage of an image that the registry serves succeeds',
  reference: {
    source: 'CRI v1, RPC PullImage; kubelet, image puller',
    says: 'the image is pulled with the credentials of the request',
  },
  consequence: 'Pods stay in ImagePullBackOff although their image is there.',
  covers: ['IMG-008'],
  check: (evidence) =>
    judgeEach(goodPulls(evidence), 'no image was pulled that the registry serves', (call) =>
      mustSucceed(call, 'PullImage of an image that the registry serves'),
    ),
};
