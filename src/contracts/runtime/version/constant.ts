// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { canonical } from '../../judging/unchanged.js';
import { isBeforeUpgrades, versionUnlikeAtStart } from '../../occasions/services/at-start.js';
import { unexercised, type Verdict } from '../../verdict.js';

export const runtimeVersionConstant: Contract = {
  id: 'runtime.version.constant',
  level: 'should',
  since: '0.1.0',
  title: 'Version gives the same answer as long as the runtime runs',
  reference: {
    source: 'CRI v1, RPC Version; kubelet, container ids',
    says: 'the name of the runtime is part of every container id in the API',
  },
  consequence: 'Probe workers treat all containers as new.',
  covers: ['VER-005', 'R1'],
  check: (evidence) => {
    const calls = evidence.answered('Version');
    if (calls.length < 2) return unexercised('the version was not read twice');
    const inScenario = sameWithin(evidence, calls);
    return inScenario.kind === 'violated' ? inScenario : sameAsAtStart(evidence, calls);
  },
};

function sameWithin(evidence: Evidence, calls: readonly AnsweredCall<'Version'>[]): Verdict {
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
}

function sameAsAtStart(evidence: Evidence, calls: readonly AnsweredCall<'Version'>[]): Verdict {
  return judgeEach(
    calls.filter((call) => isBeforeUpgrades(evidence, call)),
    'the version was read only after an upgrade',
    (call) => {
      const changes = versionUnlikeAtStart(evidence, call);
      return holds([call], changes.length === 0, {
        expected: 'the same answer as before the first scenario',
        actual: changes.join('; '),
      });
    },
  );
}
