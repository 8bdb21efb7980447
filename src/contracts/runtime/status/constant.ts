// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { canonical } from '../../judging/unchanged.js';
import { statusUnlikeAtStart } from '../../occasions/services/at-start.js';
import { unexercised } from '../../verdict.js';

export const runtimeStatusConstant: Contract = {
  id: 'runtime.status.constant',
  level: 'must',
  since: '0.1.0',
  title: 'Status names the same handlers and features as long as the runtime runs',
  reference: {
    source: 'CRI v1, StatusResponse.runtime_handlers and features; kubelet, node status',
    says: 'they are facts of the running runtime, in any order; the kubelet decides on pods by the last answer',
  },
  consequence:
    'A pod is accepted and refused in turn, and the scheduler sees a node that changes every minute.',
  covers: ['STA-005'],
  check: (evidence) => {
    const calls = evidence.answered('Status').filter((call) => isBeforeFirstOutage(evidence, call));
    const [first, ...rest] = calls;
    const isOnce = rest.length === 0 && evidence.header.target.said === undefined;
    if (first === undefined || isOnce) return unexercised('the status was not read twice');
    const other = rest.find((call) => factsIn(call) !== factsIn(first));
    if (other !== undefined)
      return holds([first, other], false, { expected: factsIn(first), actual: factsIn(other) });
    const changes = statusUnlikeAtStart(evidence, first);
    return holds(changes.length === 0 ? calls : [first], changes.length === 0, {
      expected: 'the same handlers and features as before the first scenario',
      actual: changes.join('; '),
    });
  },
};

/** What a restart may change is judged by restart.runtime.config-same. */
function isBeforeFirstOutage(evidence: Evidence, { endedMs }: AnsweredCall): boolean {
  return evidence.outages().every(({ stoppingMs }) => endedMs <= stoppingMs);
}

function factsIn({ outcome: { response } }: AnsweredCall<'Status'>): string {
  return canonical({ handlers: response.runtime_handlers ?? [], features: response.features ?? {} });
}
