// SPDX-License-Identifier: Apache-2.0
import { endMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, notOffered } from '../../judging/judging.js';
import { logFilesOf, wasRenamedBefore } from '../../occasions/log-files.js';

export const logReopenErrorLeavesNoFile: Contract = {
  id: 'log.reopen.error-leaves-no-file',
  level: 'must',
  since: '0.1.0',
  title: 'A refused ReopenContainerLog leaves no file at the log path',
  reference: {
    source: 'CRI v1, RPC ReopenContainerLog; kubelet, container log manager',
    says: 'on an error the kubelet renames the old file back',
  },
  consequence: 'Renaming the old log back overwrites new lines.',
  covers: ['LOG-008', 'G4'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).flatMap((log) => {
        const reopen = evidence
          .refused('ReopenContainerLog')
          .find((call) => call.request.container_id === log.life.id && endMs(call) <= log.atMs);
        return reopen === undefined ||
          log.untouched ||
          log.rotated ||
          !wasRenamedBefore(evidence, log, reopen)
          ? []
          : [{ log, reopen }];
      }),
      'no reopening of a renamed log was refused',
      ({ log, reopen }) =>
        reopen.outcome.code === 'UNIMPLEMENTED'
          ? notOffered(reopen)
          : holds([reopen], !log.exists, { expected: `no file at ${log.path}`, actual: 'a new file' }),
    ),
};
