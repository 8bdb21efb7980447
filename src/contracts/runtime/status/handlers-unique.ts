// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unsupported } from '../../verdict.js';

export const runtimeStatusHandlersUnique: Contract = {
  id: 'runtime.status.handlers-unique',
  level: 'must',
  since: '0.1.0',
  title: 'Status names every runtime handler once, and the default one by the empty name',
  reference: {
    source: 'CRI v1, StatusResponse.runtime_handlers',
    says: 'features are looked up by the name of the handler; the empty name is the default one',
  },
  consequence: 'The kubelet decides on mounts and user namespaces by the wrong entry.',
  covers: ['STA-005'],
  check: (evidence) =>
    judgeEach(evidence.answered('Status'), 'the status was not read', (call) => {
      const names = (call.outcome.response.runtime_handlers ?? []).map(({ name = '' }) => name);
      if (names.length === 0) return unsupported([call.seq], 'the runtime does not name its handlers');
      const twice = names.filter((name, at) => names.indexOf(name) !== at);
      return holds([call], twice.length === 0 && names.includes(''), {
        expected: 'each handler once, and the default one with an empty name',
        actual: names.map((name) => JSON.stringify(name)).join(', '),
      });
    }),
};
