// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { canonical } from '../../judging/unchanged.js';
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
    const upgrades = evidence.outages().filter(({ upgraded }) => upgraded);
    return judgeEach(
      [0, ...upgrades.map(({ stoppingMs }) => stoppingMs)].map((fromMs, nth) =>
        calls.filter(({ beganMs }) => beganMs >= fromMs && beganMs < (upgrades[nth]?.stoppingMs ?? Infinity)),
      ),
      'the version was not read twice',
      (same) => {
        const answers = [...new Set(same.map(({ outcome }) => canonical(outcome.response)))];
        if (same.length < 2) return unexercised('the version was not read twice between two upgrades');
        return holds(same, answers.length === 1, {
          expected: 'one answer',
          actual: answers.join(', then '),
        });
      },
    );
  },
};
