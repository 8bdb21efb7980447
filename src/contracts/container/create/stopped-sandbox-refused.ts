// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';

export const containerCreateStoppedSandboxRefused: Contract = {
  id: 'container.create.stopped-sandbox-refused',
  level: 'must',
  since: '0.1.0',
  title: 'CreateContainer in a stopped sandbox is refused',
  reference: {
    source: 'CRI v1, RPC CreateContainer; practice of the common runtimes',
    says: 'a container needs a running sandbox: a stopped one has no namespaces',
  },
  consequence: 'A container runs outside of its pod: without its network, and after the pod was killed.',
  covers: ['CTR-024', 'L8'],
  check: (evidence) =>
    judgeEach(
      evidence.of('CreateContainer').filter((create) => {
        const sandbox = evidence.sandbox(create.request.pod_sandbox_id ?? '');
        return sandbox?.stops.some((stop) => isAnswered(stop) && beganAfter(create, stop)) ?? false;
      }),
      'no container was requested in a stopped sandbox',
      (create) => mustBeRefused(create, 'refused: the sandbox is stopped'),
    ),
};
