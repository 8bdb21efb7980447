// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { isOnlyCreated } from '../../occasions/occasions.js';

export const containerRemoveNeverStarted: Contract = {
  id: 'container.remove.never-started',
  level: 'must',
  since: '0.1.0',
  title: 'RemoveContainer of a container that was never started succeeds',
  reference: {
    source: 'CRI v1, RPC RemoveContainer',
    says: 'a container can be removed in whatever state it is',
  },
  consequence: 'A pod that was deleted before it ran stays for ever.',
  covers: ['RMV-001'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          life.removes
            .slice(0, 1)
            .filter((remove) => isOnlyCreated(life, remove) && isBeforeOutages(evidence, remove)),
        ),
      'no container was removed that was never started',
      (remove) => mustSucceed(remove, 'RemoveContainer of a container that was never started'),
    ),
};
