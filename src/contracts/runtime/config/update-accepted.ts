// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { anyTime } from '../../occasions/good-requests.js';

export const runtimeConfigUpdateAccepted: Contract = {
  id: 'runtime.config.update-accepted',
  level: 'must',
  since: '0.1.0',
  title: 'UpdateRuntimeConfig succeeds at any time, also with pods running',
  reference: {
    source: 'CRI v1, RPC UpdateRuntimeConfig; kubelet, kubelet_network.go, updatePodCIDR',
    says: 'the kubelet sends the range of its pods whenever the node has one; an empty one means nothing',
  },
  consequence: 'The node stays NotReady: the kubelet does not take over the range of its pods.',
  covers: ['RTC-004'],
  check: (evidence) =>
    judgeEach(anyTime(evidence, 'UpdateRuntimeConfig'), 'the configuration was not updated', (call) =>
      mustSucceed(call, 'UpdateRuntimeConfig'),
    ),
};
