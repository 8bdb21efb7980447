// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isGoneBefore, isMadeUp } from '../../occasions/occasions.js';

export const sandboxStopUnknownOk: Contract = {
  id: 'sandbox.stop.unknown-ok',
  level: 'should',
  since: '0.1.0',
  title: 'StopPodSandbox succeeds on a sandbox that does not exist',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox; kubelet, sandbox garbage collection',
    says: 'idempotence covers sandboxes that are gone; garbage collection has no tolerance for NOT_FOUND here',
  },
  consequence: 'A half-removed sandbox that is still listed is never collected.',
  covers: ['SBX-016', 'S4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('StopPodSandbox').filter((stop) => {
        const id = stop.request.pod_sandbox_id ?? '';
        const life = evidence.sandbox(id);
        return isMadeUp(id) || (life !== undefined && isGoneBefore(life, stop));
      }),
      'no sandbox was stopped that did not exist',
      (stop) => mustSucceed(stop, 'StopPodSandbox of an id that does not exist'),
    ),
};
