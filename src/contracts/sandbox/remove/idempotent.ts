// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { repeats } from '../../occasions/occasions.js';

export const sandboxRemoveIdempotent: Contract = {
  id: 'sandbox.remove.idempotent',
  level: 'must',
  since: '0.1.0',
  title: 'RemovePodSandbox succeeds on a sandbox that is already removed',
  reference: {
    source: 'CRI v1, RPC RemovePodSandbox',
    says: 'the call is idempotent: removing a missing object is not an error',
  },
  consequence: 'Garbage collection fails and is repeated forever.',
  covers: ['SBX-018', 'S4'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap(({ removes }) => repeats(removes)),
      'no sandbox was removed a second time',
      (remove) => mustSucceed(remove, 'a repeated RemovePodSandbox'),
    ),
};
