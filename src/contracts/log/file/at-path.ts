// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { logFilesOf } from '../../occasions/log-files.js';
import { firstStart } from '../../occasions/occasions.js';

export const logFileAtPath: Contract = {
  id: 'log.file.at-path',
  level: 'must',
  since: '0.1.0',
  title: 'The log file of a started container is at the requested path',
  reference: {
    source: 'CRI v1, ContainerConfig.log_path and PodSandboxConfig.log_directory',
    says: 'the runtime writes the file at the joined path',
  },
  consequence: 'kubectl logs shows nothing, and the log is never rotated.',
  covers: ['LOG-001', 'G5'],
  check: (evidence) =>
    judgeEach(
      logFilesOf(evidence).filter(({ life, atMs, untouched }) => {
        const start = firstStart(life);
        const kept = life.changes.every(({ rpc, beganMs }) => !rpc.startsWith('Remove') || beganMs > atMs);
        return untouched && kept && start !== undefined && start.endedMs <= atMs;
      }),
      'no log was read of a started container',
      ({ life, exists, path }) =>
        holds([life.create, ...life.starts], exists, {
          expected: `a log file at ${path}`,
          actual: 'no such file',
        }),
    ),
};
