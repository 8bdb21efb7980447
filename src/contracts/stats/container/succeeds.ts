// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { isRunningAt } from '../../occasions/occasions.js';

export const statsContainerSucceeds: Contract = {
  id: 'stats.container.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'ContainerStats of a running container succeeds',
  reference: {
    source: 'CRI v1, RPC ContainerStats; kubelet, resize of a pod',
    says: 'statistics of a running container can be read at any time',
  },
  consequence: 'A resize is refused, and autoscaling works on nothing.',
  covers: ['M1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .flatMap((life) =>
          evidence
            .on('ContainerStats', life.id)
            .filter((read) => isRunningAt(life, read) && isBeforeOutages(evidence, read)),
        ),
      'no running container was asked for its statistics',
      (call) => mustSucceed(call, 'ContainerStats of a running container'),
    ),
};
