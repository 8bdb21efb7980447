// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusTerminationLogMount: Contract = {
  id: 'container.status.termination-log-mount',
  level: 'must',
  since: '0.1.0',
  title: 'The mounts of the status show the termination log with the requested host path',
  reference: {
    source: 'kubelet, getTerminationMessage',
    says: 'the kubelet finds the termination message through the mounts of the status',
  },
  consequence: 'Termination messages never reach the API.',
  covers: ['CST-014', 'A2'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => {
        const asked = life.config.mounts?.find(({ container_path: path }) => path === '/dev/termination-log');
        return asked === undefined
          ? []
          : statusViews(life).map(({ call, status }) => ({ asked, call, status }));
      }),
      'no status of a container with a termination log was read',
      ({ asked, call, status }) => {
        const back = status.mounts?.find(({ container_path: path }) => path === asked.container_path);
        return holds([call], back?.host_path === asked.host_path, {
          expected: `host_path ${asked.host_path ?? ''}`,
          actual: back === undefined ? 'no such mount' : `host_path ${back.host_path ?? ''}`,
        });
      },
    ),
};
