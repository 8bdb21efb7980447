// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { goodStarts } from '../../occasions/good-requests.js';

export const containerStartSucceeds: Contract = {
  id: 'container.start.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'StartContainer of a created container succeeds when its program exists',
  reference: {
    source: 'CRI v1, RPC StartContainer; kubelet, startContainer',
    says: 'the container is started; only a program that cannot be executed is an error',
  },
  consequence: 'The pod shows RunContainerError and is made anew with a longer and longer pause.',
  covers: ['CTR-004'],
  check: (evidence) =>
    judgeEach(goodStarts(evidence), 'no created container was started', (call) =>
      mustSucceed(call, 'StartContainer of a created container'),
    ),
};
