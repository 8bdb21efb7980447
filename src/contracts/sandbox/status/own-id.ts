// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxStatusOwnId: Contract = {
  id: 'sandbox.status.own-id',
  level: 'must',
  since: '0.1.0',
  title: 'PodSandboxStatus answers with the status of the sandbox that it was asked for',
  reference: {
    source: 'CRI v1, PodSandboxStatus.id; kubelet, GetPodStatus',
    says: 'an OK answer has a status, and the id in it is that of the request',
  },
  consequence: 'The kubelet takes the state and the addresses of one pod for those of another.',
  covers: ['GEN-010'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap(({ id, statuses }) => statuses.filter(isAnswered).map((call) => ({ id, call }))),
      'no sandbox status was read',
      ({ id, call }) => {
        const { status } = call.outcome.response;
        return holds([call], status?.id === id, {
          expected: `the status of ${id}`,
          actual: status === undefined ? 'no status' : `id ${JSON.stringify(status.id ?? '')}`,
        });
      },
    ),
};
