// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeNotFound } from '../../judging/judging.js';
import { isOnMissing } from '../../occasions/occasions.js';
import { held } from '../../verdict.js';

export const containerStopUnknownNotFound: Contract = {
  id: 'container.stop.unknown-not-found',
  level: 'should',
  since: '0.1.0',
  title: 'StopContainer of a container that does not exist answers OK or NOT_FOUND',
  reference: {
    source: 'CRI v1, RPC StopContainer; kubelet, killContainer',
    says: 'the kubelet takes NOT_FOUND for success here, and every other code for a failed kill',
  },
  consequence: 'The kill of a missing container is repeated forever.',
  covers: ['STP-007', 'S4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('StopContainer').filter((stop) => isOnMissing(evidence, stop)),
      'no container was stopped that did not exist',
      (stop) =>
        isAnswered(stop) ? held([stop.seq]) : mustBeNotFound(stop, 'a container that does not exist'),
    ),
};
