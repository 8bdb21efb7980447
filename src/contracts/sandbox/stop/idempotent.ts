// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isKeptUntil, repeats } from '../../occasions/occasions.js';

export const sandboxStopIdempotent: Contract = {
  id: 'sandbox.stop.idempotent',
  level: 'must',
  since: '0.1.0',
  title: 'StopPodSandbox succeeds on a sandbox that is already stopped',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox',
    says: 'the call is idempotent: stopping a stopped sandbox is not an error',
  },
  consequence: 'The pod can be neither killed nor garbage-collected: every attempt fails.',
  covers: ['SBX-012', 'S4'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => repeats(life.stops).filter((stop) => isKeptUntil(life, stop))),
      'no sandbox was stopped a second time',
      (stop) => mustSucceed(stop, 'a repeated StopPodSandbox'),
    ),
};
