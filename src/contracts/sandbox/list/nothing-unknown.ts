// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach } from '../../judging/judging.js';
import { ghostSandboxes, mustBeKnown } from '../../occasions/objects/ghosts.js';

export const sandboxListNothingUnknown: Contract = {
  id: 'sandbox.list.nothing-unknown',
  level: 'must',
  since: '0.1.0',
  title:
    'ListPodSandbox shows no sandbox of a pod that the runtime was not asked for, or that it refused to make',
  reference: {
    source: 'CRI v1, RPC RunPodSandbox; kubelet, relist',
    says: 'a creation that fails leaves nothing, and the runtime makes nothing by itself',
  },
  consequence: 'The kubelet sees a second sandbox of the pod and kills both.',
  covers: ['L7'],
  check: (evidence) =>
    judgeEach(evidence.answered('ListPodSandbox'), 'no sandboxes were listed', (list) =>
      mustBeKnown(list, ghostSandboxes(evidence, list)),
    ),
};
