// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { judgeOnNode, mustBeGone, processesLeft, wasAliveBefore } from '../../occasions/node-looks.js';

export const nodeProcessesGoneAfterStop: Contract = {
  id: 'node.processes.gone-after-stop',
  level: 'must',
  since: '0.1.0',
  title: 'When StopContainer answers OK no process of the container is left on the node',
  reference: {
    source: 'CRI v1, RPC StopContainer',
    says: 'it stops a running container, and kills it by force after its grace period',
  },
  consequence:
    'The kubelet frees volumes and ports that a program still uses, and starts a second instance beside it.',
  covers: ['S1', 'STP-003', 'STP-005', 'STP-008'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence
          .containers()
          .flatMap((life) => life.stops.filter(isAnswered).map((stop) => ({ id: life.id, stop })))
          .filter(({ id, stop }) => wasAliveBefore(evidence, id, stop.endedMs)),
      none: 'no container with a process was stopped',
      judge: ({ id, stop }) =>
        mustBeGone(evidence, stop, {
          of: new Set([id]),
          left: processesLeft,
          what: 'process of the container',
        }),
    }),
};
