// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isOnMissing } from '../../occasions/occasions.js';

export const containerStartUnknownRefused: Contract = {
  id: 'container.start.unknown-refused',
  level: 'must',
  since: '0.1.0',
  title: 'StartContainer of a container that does not exist is refused',
  reference: {
    source: 'CRI v1, RPC StartContainer',
    says: 'the call names the container to start',
  },
  consequence: 'The kubelet waits for a container that is not there.',
  covers: ['CTR-004'],
  check: (evidence) =>
    judgeEach(
      evidence.of('StartContainer').filter((start) => isOnMissing(evidence, start)),
      'no container was started that did not exist',
      (start) => mustBeRefused(start, 'refused: there is no such container'),
    ),
};
