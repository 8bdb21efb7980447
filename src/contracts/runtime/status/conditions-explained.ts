// SPDX-License-Identifier: Apache-2.0
import type { RuntimeCondition } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const runtimeStatusConditionsExplained: Contract = {
  id: 'runtime.status.conditions-explained',
  level: 'should',
  since: '0.1.0',
  title: 'A condition that is false has a reason and a message',
  reference: {
    source: 'CRI v1, RuntimeCondition.reason and message; kubelet, node status',
    says: 'the reason is one brief word for programs, the message is for people',
  },
  consequence: 'The node is NotReady, and nobody is told why.',
  covers: ['R2'],
  check: (evidence) =>
    judgeEach(evidence.answered('Status'), 'the status was not read', (call) => {
      const { conditions = [] } = call.outcome.response.status ?? {};
      const bare = conditions.find((condition) => condition.status !== true && !isExplained(condition));
      return holds([call], bare === undefined, {
        expected: `why ${bare?.type ?? ''} is false: a reason and a message`,
        actual: JSON.stringify(bare ?? {}),
      });
    }),
};

const isExplained = ({ reason = '', message = '' }: RuntimeCondition): boolean =>
  reason !== '' && message !== '';
