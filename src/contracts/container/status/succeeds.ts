// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { readsOfWhatExists } from '../../occasions/good-requests.js';

export const containerStatusSucceeds: Contract = {
  id: 'container.status.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'ContainerStatus of a container that exists succeeds',
  reference: {
    source: 'CRI v1, RPC ContainerStatus; kubelet, relist',
    says: 'a status that cannot be read stops the inspection of its pod',
  },
  consequence: 'The pod is not looked at any more until the read succeeds.',
  covers: ['I8'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => readsOfWhatExists(evidence, life)),
      'no container was asked for its status',
      (call) => mustSucceed(call, 'ContainerStatus of a container that exists'),
    ),
};
