// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused } from '#evidence/call.js';
import { statusViews } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unsupported } from '../../verdict.js';
import { isLeftAlone } from '../../occasions/occasions.js';

export const checkpointContainerGoesOn: Contract = {
  id: 'checkpoint.container.goes-on',
  level: 'should',
  since: '0.1.0',
  title: 'A container runs on after its checkpoint',
  reference: {
    source: 'CRI v1, RPC CheckpointContainer; KEP-2008, forensic container checkpointing',
    says: 'the copy is taken without the container noticing',
  },
  consequence: 'A look at a running container ends it, and the kubelet restarts it.',
  covers: ['CKP-003'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) =>
        evidence.on('CheckpointContainer', life.id).flatMap((call) => {
          const view = statusViews(life).find(
            (each) => beganAfter(each.call, call) && isLeftAlone(life, each.call),
          );
          return view === undefined || !(isAnswered(call) || isRefused(call)) ? [] : [{ call, view }];
        }),
      ),
      'no container was read after its checkpoint',
      ({ call, view }) =>
        isAnswered(call) || view.state !== 'CONTAINER_RUNNING'
          ? holds([call, view.call], view.state === 'CONTAINER_RUNNING', {
              expected: 'CONTAINER_RUNNING',
              actual: view.state,
            })
          : unsupported([call.seq], 'the runtime cannot checkpoint containers on this node'),
    ),
};
