// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import { endMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { logFilesOf, wasRenamedBefore } from '../../occasions/log-files.js';

export const logReopenNewFile: Contract = {
  id: 'log.reopen.new-file',
  level: 'must',
  since: '0.1.0',
  title: 'After ReopenContainerLog there is a new file at the log path',
  reference: {
    source: 'CRI v1, RPC ReopenContainerLog; kubelet, container log manager',
    says: 'the file was renamed before the call; after it, output goes to a new one',
  },
  consequence: 'Output continues in the rotated file and is deleted with it.',
  covers: ['LOG-007'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const reopen = evidence
          .on('ReopenContainerLog', log.life.id)
          .find((call) => isAnswered(call) && endMs(call) <= log.atMs);
        return reopen === undefined ||
          log.untouched ||
          log.rotated ||
          !wasRenamedBefore(evidence, log, reopen)
          ? []
          : [{ log, reopen }];
      }),
      'no log was read after it was renamed and reopened',
      ({ log, reopen }) =>
        holds([reopen], log.exists, { expected: `a new file at ${log.path}`, actual: 'no such file' }),
    ),
};
