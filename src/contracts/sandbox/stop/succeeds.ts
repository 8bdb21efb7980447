// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';

export const sandboxStopSucceeds: Contract = {
  id: 'sandbox.stop.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'StopPodSandbox of a running sandbox succeeds',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox; kubelet, killPodWithSyncResult',
    says: 'stopping the sandbox is the last step of killing a pod',
  },
  consequence: 'The pod stays in Terminating, and its termination is repeated.',
  covers: ['L10', 'SBX-017'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap(({ stops }) => stops.slice(0, 1)),
      'no sandbox was stopped',
      (stop) => mustSucceed(stop, 'the first StopPodSandbox'),
    ),
};
