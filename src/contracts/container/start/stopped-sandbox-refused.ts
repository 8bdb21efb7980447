// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';

export const containerStartStoppedSandboxRefused: Contract = {
  id: 'container.start.stopped-sandbox-refused',
  level: 'must',
  since: '0.1.0',
  title: 'StartContainer in a stopped sandbox is refused',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox and RPC StartContainer; practice of the common runtimes',
    says: 'a stopped sandbox has no namespaces, and nothing runs in it any more',
  },
  consequence: 'A container that was created beside the end of its pod runs on, without network and unseen.',
  covers: ['L8'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const stops = evidence.sandbox(life.sandboxId)?.stops.filter(isAnswered) ?? [];
        return life.starts.filter((start) => stops.some((stop) => beganAfter(start, stop)));
      }),
      'no container was started in a stopped sandbox',
      (start) => mustBeRefused(start, 'refused: the sandbox is stopped'),
    ),
};
