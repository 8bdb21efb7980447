// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isMadeUp } from '../../occasions/occasions.js';

export const statsSandboxMissingRefused: Contract = {
  id: 'stats.sandbox.missing-refused',
  level: 'must',
  since: '0.1.0',
  title: 'PodSandboxStats of a sandbox that does not exist is refused',
  reference: { source: 'CRI v1, RPC PodSandboxStats', says: 'there is nothing to measure' },
  consequence: 'Usage is shown for pods that are gone.',
  covers: ['STS-006'],
  check: (evidence) =>
    judgeEach(
      evidence.of('PodSandboxStats').filter((call) => {
        const id = call.request.pod_sandbox_id ?? '';
        const removes = evidence.sandbox(id)?.removes ?? [];
        return isMadeUp(id) || removes.some((remove) => isAnswered(remove) && beganAfter(call, remove));
      }),
      'no statistics of a missing sandbox were read',
      (call) => mustBeRefused(call, 'refused: there is no such sandbox'),
    ),
};
