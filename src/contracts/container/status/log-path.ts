// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusLogPath: Contract = {
  id: 'container.status.log-path',
  level: 'must',
  since: '0.1.0',
  title: 'The log path in the status is the absolute requested path, in every state',
  reference: {
    source: 'CRI v1, ContainerStatus.log_path; kubelet, container log manager',
    says: 'rotation, kubectl logs and the termination message open the file by this path',
  },
  consequence: 'Logs cannot be read or rotated; with an empty path the cleanup looks in the wrong directory.',
  covers: ['CST-016', 'G5'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter(({ logPath }) => logPath !== undefined)
        .flatMap((life) => statusViews(life).map((view) => ({ life, view }))),
      'no status of a container with a log was read',
      ({ life: { logPath = '' }, view: { call, status } }) =>
        holds([call], tidy(status.log_path ?? '') === tidy(logPath), {
          expected: logPath,
          actual: JSON.stringify(status.log_path ?? ''),
        }),
    ),
};

const tidy = (path: string): string => path.replace(/\/+/g, '/');
