// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { retriesWork } from '../../occasions/objects/abandoned.js';

export const containerCreateAgainAfterDeadline: Contract = {
  id: 'container.create.again-after-deadline',
  level: 'must',
  since: '0.1.0',
  title: 'A container whose client gave up waiting can be made again under the same name, and is there once',
  reference: {
    source: 'CRI v1, ContainerMetadata; kubelet, remote runtime client',
    says: 'every call has a deadline, and the kubelet tries again with the same name and attempt',
  },
  consequence: 'The container can never be created: its name is in use for ever.',
  covers: ['N2', 'GEN-009'],
  check: (evidence) => retriesWork(evidence, evidence.of('CreateContainer'), 'container'),
};
