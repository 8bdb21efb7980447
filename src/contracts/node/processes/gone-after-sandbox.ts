// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { aliveInSandbox, judgeOnNode, mustBeGone, processesLeft } from '../../occasions/node-looks.js';

export const nodeProcessesGoneAfterSandbox: Contract = {
  id: 'node.processes.gone-after-sandbox',
  level: 'must',
  since: '0.1.0',
  title: 'When StopPodSandbox or RemovePodSandbox answers OK no process of the pod is left on the node',
  reference: {
    source: 'CRI v1, RPC StopPodSandbox and RPC RemovePodSandbox',
    says: 'running containers of the sandbox are ended by force',
  },
  consequence: 'The API server forgets a pod whose programs run on, with its volumes and its address.',
  covers: ['S5', 'S6', 'SBX-013', 'SBX-019'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence
          .sandboxes()
          .flatMap(({ id, changes }) => changes.filter(isAnswered).map((end) => ({ id, end })))
          .map(({ id, end }) => ({ end, of: aliveInSandbox(evidence, id, end) }))
          .filter(({ of }) => of.size > 0),
      none: 'no pod with processes was stopped or removed',
      judge: ({ end, of }) =>
        mustBeGone(evidence, end, { of, left: processesLeft, what: 'process of the pod' }),
    }),
};
