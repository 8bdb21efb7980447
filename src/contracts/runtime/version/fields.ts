// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, mustSucceed } from '../../judging/judging.js';

export const runtimeVersionFields: Contract = {
  id: 'runtime.version.fields',
  level: 'must',
  since: '0.1.0',
  title: 'Version answers with 0.1.0 and the name, version and API version of the runtime',
  reference: {
    source: 'CRI v1, VersionResponse; kubelet, start-up',
    says: 'all four fields are filled, and the version of the kubelet API is 0.1.0',
  },
  consequence: 'The kubelet exits when it starts.',
  covers: ['VER-003', 'R1'],
  check: (evidence) =>
    judgeEach(evidence.of('Version'), 'the version was not read', (call) => {
      if (!isAnswered(call)) return mustSucceed(call, 'Version');
      const {
        version = '',
        runtime_name: name = '',
        runtime_version: release = '',
        runtime_api_version: api = '',
      } = call.outcome.response;
      return holds([call], version === '0.1.0' && name !== '' && release !== '' && api !== '', {
        expected: 'version 0.1.0, and three other fields that are not empty',
        actual: JSON.stringify(call.outcome.response),
      });
    }),
};
