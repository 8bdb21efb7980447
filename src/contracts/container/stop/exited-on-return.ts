// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { viewsAfter } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';

export const containerStopExitedOnReturn: Contract = {
  id: 'container.stop.exited-on-return',
  level: 'must',
  since: '0.1.0',
  title: 'When StopContainer answers OK the container has EXITED',
  reference: {
    source: 'CRI v1, RPC StopContainer; kubelet, SyncTerminatingPod',
    says: 'the kubelet checks after the kill that nothing runs any more',
  },
  consequence: 'The termination counts as a violation of the CRI and is repeated with all its hooks.',
  covers: ['STP-005'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter((life) => firstStart(life) !== undefined)
        .flatMap((life) =>
          life.stops
            .filter(isAnswered)
            .flatMap((stop) => viewsAfter(life, stop).map((view) => ({ stop, view }))),
        ),
      'no container was read after it was stopped',
      ({ stop, view }) =>
        holds([stop, view.call], view.state === 'CONTAINER_EXITED', {
          expected: 'CONTAINER_EXITED',
          actual: `${view.state} in ${view.call.rpc}`,
        }),
    ),
};
