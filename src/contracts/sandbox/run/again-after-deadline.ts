// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { retriesWork } from '../../occasions/objects/abandoned.js';

export const sandboxRunAgainAfterDeadline: Contract = {
  id: 'sandbox.run.again-after-deadline',
  level: 'must',
  since: '0.1.0',
  title: 'A sandbox whose client gave up waiting can be made again under the same name, and is there once',
  reference: {
    source: 'CRI v1, PodSandboxMetadata; kubelet, remote runtime client',
    says: 'every call has a deadline, and the kubelet tries again with the same name and attempt',
  },
  consequence: 'The pod can never start: the name of its sandbox is in use for ever.',
  covers: ['N2', 'SBX-005', 'GEN-009'],
  check: (evidence) => retriesWork(evidence, evidence.of('RunPodSandbox'), 'sandbox'),
};
