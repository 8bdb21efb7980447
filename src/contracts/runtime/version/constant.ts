// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const runtimeVersionConstant: Contract = {
  id: 'runtime.version.constant',
  level: 'should',
  since: '0.1.0',
  title: 'Version always gives the same answer',
  reference: {
    source: 'CRI v1, RPC Version; kubelet, container ids',
    says: 'the name of the runtime is part of every container id in the API',
  },
  consequence: 'Probe workers treat all containers as new.',
  covers: ['VER-005', 'R1'],
  check: (evidence) => {
    const calls = evidence.answered('Version');
    if (calls.length < 2) return unexercised('the version was not read twice');
    const answers = [
      ...new Set(calls.map(({ outcome }) => JSON.stringify(Object.entries(outcome.response).sort()))),
    ];
    return holds(calls, answers.length === 1, { expected: 'one answer', actual: answers.join(', then ') });
  },
};
