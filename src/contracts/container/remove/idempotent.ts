// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { repeats } from '../../occasions/occasions.js';

export const containerRemoveIdempotent: Contract = {
  id: 'container.remove.idempotent',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveContainer succeeds on a container that is already removed',
  reference: {
    source: 'CRI v1, RPC RemoveContainer',
    says: 'the call is idempotent: removing a missing object is not an error',
  },
  consequence: 'Garbage collection fails and is repeated forever.',
  covers: ['RMV-001', 'S4'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap(({ removes }) => repeats(removes)),
      'no container was removed a second time',
      (remove) => mustSucceed(remove, 'a repeated RemoveContainer'),
    ),
};
