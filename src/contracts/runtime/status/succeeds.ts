// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';

export const runtimeStatusSucceeds: Contract = {
  id: 'runtime.status.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'Version and Status succeed',
  reference: {
    source: 'CRI v1, RPCs Version and Status; kubelet, updateRuntimeUp',
    says: 'the kubelet starts no pod before Status has succeeded, and the node is NotReady half a minute after the last time',
  },
  consequence: 'The node is NotReady, and its pods are evicted.',
  covers: ['STA-004'],
  check: (evidence) =>
    judgeEach(
      [...evidence.of('Version'), ...evidence.of('Status')].filter((call) => isBeforeOutages(evidence, call)),
      'neither Version nor Status was called before an outage',
      (call) => mustSucceed(call, call.rpc),
    ),
};
