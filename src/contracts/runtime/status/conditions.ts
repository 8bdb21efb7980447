// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const runtimeStatusConditions: Contract = {
  id: 'runtime.status.conditions',
  level: 'must',
  since: '0.1.0',
  title: 'Status has the conditions RuntimeReady and NetworkReady, each once',
  reference: { source: 'CRI v1, RuntimeStatus.conditions', says: 'the two are required; others may follow' },
  consequence: 'After half a minute the runtime counts as down and no pod is synced.',
  covers: ['STA-001'],
  check: (evidence) =>
    judgeEach(evidence.of('Status'), 'the status was not read', (call) => {
      if (!isAnswered(call)) return mustSucceed(call, 'Status');
      const types = (call.outcome.response.status?.conditions ?? []).map(({ type = '' }) => type);
      const isOnce = (wanted: string): boolean => types.filter((type) => type === wanted).length === 1;
      return holds([call], isOnce('RuntimeReady') && isOnce('NetworkReady'), {
        expected: 'RuntimeReady and NetworkReady, each once',
        actual: types.join(', '),
      });
    }),
};
