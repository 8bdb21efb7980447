// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isOnMissing } from '../../occasions/occasions.js';

export const statsContainerMissingRefused: Contract = {
  id: 'stats.container.missing-refused',
  level: 'must',
  since: '0.1.0',
  title: 'ContainerStats of a container that does not exist is refused',
  reference: { source: 'CRI v1, RPC ContainerStats', says: 'there is nothing to measure' },
  consequence: 'Usage is shown for containers that are gone.',
  covers: ['STS-006'],
  check: (evidence) =>
    judgeEach(
      evidence.of('ContainerStats').filter((call) => isOnMissing(evidence, call)),
      'no statistics of a missing container were read',
      (call) => mustBeRefused(call, 'refused: there is no such container'),
    ),
};
