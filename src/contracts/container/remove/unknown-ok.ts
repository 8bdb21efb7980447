// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isMadeUp } from '../../occasions/occasions.js';

export const containerRemoveUnknownOk: Contract = {
  id: 'container.remove.unknown-ok',
  level: 'should',
  since: '0.1.0',
  title: 'RemoveContainer succeeds on a container that does not exist',
  reference: {
    source: 'CRI v1, RPC RemoveContainer',
    says: 'the call is idempotent: a container that is gone is no error',
  },
  consequence: 'Garbage collection reports an error for ever.',
  covers: ['S4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('RemoveContainer').filter(({ request }) => isMadeUp(request.container_id ?? '')),
      'no container was removed that never existed',
      (remove) => mustSucceed(remove, 'RemoveContainer of an id that does not exist'),
    ),
};
