// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isOnMissing } from '../../occasions/occasions.js';

export const logReopenUnknownRefused: Contract = {
  id: 'log.reopen.unknown-refused',
  level: 'must',
  since: '0.1.0',
  title: 'ReopenContainerLog of a container that does not exist is refused',
  reference: {
    source: 'CRI v1, RPC ReopenContainerLog',
    says: 'the call names the container whose log is reopened',
  },
  consequence:
    'The kubelet takes a log for rotated that is not written to any more, and deletes the old one.',
  covers: ['LOG-007'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ReopenContainerLog').filter((call) => isOnMissing(evidence, call)),
      'no log was reopened of a container that did not exist',
      (call) => mustBeRefused(call, 'refused: there is no such container'),
    ),
};
