// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isOnMissing } from '../../occasions/occasions.js';

export const resourcesUpdateUnknownRefused: Contract = {
  id: 'resources.update.unknown-refused',
  level: 'must',
  since: '0.1.0',
  title: 'UpdateContainerResources of a container that does not exist is refused',
  reference: {
    source: 'CRI v1, RPC UpdateContainerResources',
    says: 'the call names the container to update',
  },
  consequence: 'The kubelet reports a resize of a container that nobody has resized.',
  covers: ['UPD-001'],
  check: (evidence) =>
    judgeEach(
      evidence.of('UpdateContainerResources').filter((call) => isOnMissing(evidence, call)),
      'no resources were updated of a container that did not exist',
      (call) => mustBeRefused(call, 'refused: there is no such container'),
    ),
};
