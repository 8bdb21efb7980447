// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isEndedBefore, isKeptUntil } from '../../occasions/occasions.js';

export const containerStopIdempotent: Contract = {
  id: 'container.stop.idempotent',
  level: 'must',
  since: '0.1.0',
  title: 'StopContainer succeeds on a container that has ended',
  reference: {
    source: 'CRI v1, RPC StopContainer',
    says: 'the call is idempotent: stopping a stopped container is not an error',
  },
  consequence: 'The pod is never killed: every attempt fails.',
  covers: ['STP-001', 'S4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) => life.stops.filter((stop) => isEndedBefore(life, stop) && isKeptUntil(life, stop))),
      'no container was stopped that had ended before',
      (stop) => mustSucceed(stop, 'StopContainer of an ended container'),
    ),
};
