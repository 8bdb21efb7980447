// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach } from '../../judging/judging.js';
import { ghostContainers, mustBeKnown } from '../../occasions/objects/ghosts.js';

export const containerListNothingUnknown: Contract = {
  id: 'container.list.nothing-unknown',
  level: 'must',
  since: '0.1.0',
  title:
    'ListContainers shows no container of a pod that the runtime was not asked for, or that it refused to make',
  reference: {
    source: 'CRI v1, RPC CreateContainer; kubelet, relist',
    says: 'a creation that fails leaves nothing, and the runtime makes nothing by itself',
  },
  consequence:
    'The kubelet waits for the end of a container that never was, and the pod stays in Terminating.',
  covers: ['L7'],
  check: (evidence) =>
    judgeEach(evidence.answered('ListContainers'), 'no containers were listed', (list) =>
      mustBeKnown(list, ghostContainers(evidence, list)),
    ),
};
