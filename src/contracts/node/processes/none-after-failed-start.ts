// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { judgeOnNode, mustBeGone, processesLeft } from '../../occasions/node-looks.js';
import { noRefusedStart } from '../../occasions/refused-programs.js';

export const nodeProcessesNoneAfterFailedStart: Contract = {
  id: 'node.processes.none-after-failed-start',
  level: 'must',
  since: '0.1.0',
  title: 'A container whose StartContainer was refused has no process',
  reference: {
    source: 'CRI v1, RPC StartContainer',
    says: 'an error means that the process was not started',
  },
  consequence: 'The kubelet starts another instance beside one that it believes never ran.',
  covers: ['L6', 'CTR-004'],
  check: (evidence) => {
    const starts = evidence
      .containers()
      .flatMap(({ id, starts: [start] }) => (start !== undefined && isRefused(start) ? [{ id, start }] : []));
    if (starts.length === 0 && evidence.nodeUnseen() === undefined)
      return noRefusedStart(evidence, 'no start was refused');
    return judgeOnNode(evidence, {
      occasions: () => starts,
      none: '',
      judge: ({ id, start }) =>
        mustBeGone(evidence, start, {
          of: new Set([id]),
          left: processesLeft,
          what: 'process of the container, whose start failed',
        }),
    });
  },
};
