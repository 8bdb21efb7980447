// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { judgeOnNode, mustBeGone, processesLeft, wasAliveBefore } from '../../occasions/node-looks.js';

export const nodeProcessesGoneAfterRemove: Contract = {
  id: 'node.processes.gone-after-remove',
  level: 'must',
  since: '0.1.0',
  title: 'When RemoveContainer answers OK no process of the container is left on the node',
  reference: {
    source: 'CRI v1, RPC RemoveContainer',
    says: 'a container that is running is removed by force',
  },
  consequence: 'A program runs on that nobody can see, stop or account for.',
  covers: ['S7', 'RMV-001'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence
          .containers()
          .flatMap((life) => life.removes.filter(isAnswered).map((remove) => ({ id: life.id, remove })))
          .filter(({ id, remove }) => wasAliveBefore(evidence, id, remove.endedMs)),
      none: 'no container that had a process was removed',
      judge: ({ id, remove }) =>
        mustBeGone(evidence, remove, {
          of: new Set([id]),
          left: processesLeft,
          what: 'process of the container',
        }),
    }),
};
