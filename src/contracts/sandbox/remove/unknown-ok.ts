// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isMadeUp } from '../../occasions/occasions.js';

export const sandboxRemoveUnknownOk: Contract = {
  id: 'sandbox.remove.unknown-ok',
  level: 'should',
  since: '0.1.0',
  title: 'RemovePodSandbox succeeds on a sandbox that does not exist',
  reference: {
    source: 'CRI v1, RPC RemovePodSandbox',
    says: 'the call is idempotent: a sandbox that is gone is no error',
  },
  consequence: 'Garbage collection reports an error for ever.',
  covers: ['S4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('RemovePodSandbox').filter(({ request }) => isMadeUp(request.pod_sandbox_id ?? '')),
      'no sandbox was removed that never existed',
      (remove) => mustSucceed(remove, 'RemovePodSandbox of an id that does not exist'),
    ),
};
