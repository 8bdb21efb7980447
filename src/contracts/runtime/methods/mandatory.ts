// SPDX-License-Identifier: Apache-2.0
import { isRefused, type RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { isMandatory } from '../../judging/offered.js';

export const runtimeMethodsMandatory: Contract = {
  id: 'runtime.methods.mandatory',
  level: 'must',
  since: '0.1.0',
  title: 'Every method that a kubelet cannot do without is implemented',
  reference: {
    source: 'CRI v1, services RuntimeService and ImageService; kubelet',
    says: 'a kubelet has a way around UNIMPLEMENTED for a few methods only (src/contracts/judging/offered.ts)',
  },
  consequence: 'What the method is for does not happen on this node, and no message says so.',
  covers: ['GEN-005'],
  check: (evidence) =>
    judgeEach(firstOfEachMethod(evidence), 'no mandatory method was called', (call) =>
      holds([call], !isUnimplemented(call), {
        expected: `${call.rpc} is implemented`,
        actual: endingOf(call),
      }),
    ),
};

/** The first call of each mandatory method that the runtime answered in some way, and every one that it does not know. */
function firstOfEachMethod({ calls, header }: Evidence): readonly RecordedCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => {
    const isNeeded = isMandatory(call.rpc, header.kubelet.version);
    if (!isNeeded || !['ok', 'refused'].includes(call.outcome.kind)) return false;
    if (isUnimplemented(call)) return true;
    return !seen.has(call.rpc) && seen.add(call.rpc).size > 0;
  });
}

const isUnimplemented = (call: RecordedCall): boolean =>
  isRefused(call) && call.outcome.code === 'UNIMPLEMENTED';
