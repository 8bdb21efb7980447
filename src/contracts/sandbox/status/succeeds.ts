// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { readsOfWhatExists } from '../../occasions/good-requests.js';

export const sandboxStatusSucceeds: Contract = {
  id: 'sandbox.status.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'PodSandboxStatus of a sandbox that exists succeeds',
  reference: {
    source: 'CRI v1, RPC PodSandboxStatus; kubelet, relist',
    says: 'a status that cannot be read stops the inspection of its pod',
  },
  consequence: 'The pod is not looked at any more until the read succeeds.',
  covers: ['SBX-003'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => readsOfWhatExists(evidence, life)),
      'no sandbox was asked for its status',
      (call) => mustSucceed(call, 'PodSandboxStatus of a sandbox that exists'),
    ),
};
