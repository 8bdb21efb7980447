// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { goodSandboxes } from '../../occasions/good-requests.js';

export const sandboxRunSucceeds: Contract = {
  id: 'sandbox.run.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'RunPodSandbox succeeds when its name is free and its handler exists',
  reference: {
    source: 'CRI v1, RPC RunPodSandbox; kubelet, createPodSandbox',
    says: 'the sandbox runs when the call returns; a failure ends the sync of the pod, which is tried again later',
  },
  consequence: 'Pods start late or never, with FailedCreatePodSandBox events.',
  covers: ['S6'],
  check: (evidence) =>
    judgeEach(goodSandboxes(evidence), 'no sandbox was asked for before an outage', (call) =>
      mustSucceed(call, 'RunPodSandbox with a free name'),
    ),
};
