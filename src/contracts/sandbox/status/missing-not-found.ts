// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeNotFound } from '../../judging/judging.js';
import { isGoneBefore, isMadeUp } from '../../occasions/occasions.js';

export const sandboxStatusMissingNotFound: Contract = {
  id: 'sandbox.status.missing-not-found',
  level: 'must',
  since: '0.1.0',
  title: 'PodSandboxStatus of a sandbox that does not exist is refused with NOT_FOUND',
  reference: {
    source: 'CRI v1, RPC PodSandboxStatus; cri-api, IsNotFound',
    says: 'the kubelet tells a vanished sandbox from a failing runtime by this code alone',
  },
  consequence: 'One vanished sandbox aborts the inspection of its whole pod.',
  covers: ['GEN-004', 'SBX-033', 'Q1'],
  check: (evidence) =>
    judgeEach(
      evidence.of('PodSandboxStatus').filter((read) => {
        const id = read.request.pod_sandbox_id ?? '';
        const life = evidence.sandbox(id);
        return isMadeUp(id) || (life !== undefined && isGoneBefore(life, read));
      }),
      'no status of a missing sandbox was read',
      (read) => mustBeNotFound(read, 'a sandbox that does not exist'),
    ),
};
