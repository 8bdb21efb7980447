// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused, type RecordedCall } from '#evidence/call.js';
import type { CriMethod } from '#cri/methods.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { families } from '../../judging/offered.js';
import { unsupported } from '../../verdict.js';

export const runtimeMethodsAllOrNone: Contract = {
  id: 'runtime.methods.all-or-none',
  level: 'must',
  since: '0.1.0',
  title: 'Methods that a kubelet only uses together are all implemented, or none is',
  reference: {
    source: 'kubelet, cri_metrics.go and cri_stats_provider.go',
    says: 'the kubelet looks once whether a runtime has them, and then relies on all of them',
  },
  consequence: 'The kubelet no longer asks cAdvisor and gets nothing from the runtime: pods without metrics.',
  covers: ['GEN-005', 'STS-010'],
  check: (evidence) =>
    judgeEach(
      families.flatMap((family) => {
        const calls = family.map((rpc) => decisive(evidence, rpc));
        return calls.every((call) => call !== undefined) ? [calls] : [];
      }),
      'of no family were all methods called',
      (calls) => {
        const missing = calls.filter(isUnimplemented);
        if (missing.length === calls.length)
          return unsupported(
            calls.map(({ seq }) => seq),
            `${calls.map(({ rpc }) => rpc).join(', ')} are not implemented by this runtime`,
          );
        return holds(calls, missing.length === 0, {
          expected: `${missing.map(({ rpc }) => rpc).join(', ')} implemented, as the others are`,
          actual: missing.map((call) => `${call.rpc}: ${endingOf(call)}`).join(', '),
        });
      },
    ),
};

/** A call that says whether the method is there. */
function decisive(evidence: Evidence, rpc: CriMethod): RecordedCall | undefined {
  return evidence.of(rpc).find((call) => isUnimplemented(call) || isAnswered(call));
}

const isUnimplemented = (call: RecordedCall): boolean =>
  isRefused(call) && call.outcome.code === 'UNIMPLEMENTED';
