// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { isOnlyCreated } from '../../occasions/occasions.js';

export const containerStopNeverStarted: Contract = {
  id: 'container.stop.never-started',
  level: 'should',
  since: '0.1.0',
  title: 'StopContainer of a container that was never started succeeds',
  reference: {
    source: 'CRI v1, RPC StopContainer',
    says: 'the call is idempotent: what does not run need not be ended',
  },
  consequence: 'A pod that is deleted while its container is created stays in Terminating.',
  covers: ['S4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          life.stops
            .slice(0, 1)
            .filter((stop) => isOnlyCreated(life, stop) && isBeforeOutages(evidence, stop)),
        ),
      'no container was stopped that was never started',
      (stop) => mustSucceed(stop, 'StopContainer of a container that was never started'),
    ),
};
