// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { stopsAtOnce } from '../../occasions/objects/stops-under-way.js';

export const containerStopBesideAnother: Contract = {
  id: 'container.stop.beside-another',
  level: 'must',
  since: '0.1.0',
  title: 'StopContainer succeeds while another StopContainer of the same container is under way',
  reference: {
    source: 'CRI v1, RPC StopContainer; kubelet, pod worker',
    says: 'the call is idempotent, and the kubelet stops again when the grace period is shortened',
  },
  consequence: 'A kill that is repeated fails, and the pod stays in Terminating.',
  covers: ['S4'],
  check: (evidence) =>
    judgeEach(
      stopsAtOnce(evidence).flatMap(({ first, second }) => [first, second]),
      'no container was stopped twice at the same time',
      (stop) => mustSucceed(stop, 'StopContainer beside another one'),
    ),
};
