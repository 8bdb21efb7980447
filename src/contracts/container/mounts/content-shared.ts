// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { filesRead, hostsRead } from '../../occasions/inside/shared-files.js';

export const containerMountsContentShared: Contract = {
  id: 'container.mounts.content-shared',
  level: 'must',
  since: '0.1.0',
  title:
    'What a container wrote to a volume is what a later one reads there, and /etc/hosts is that of the kubelet',
  reference: {
    source: 'CRI v1, Mount.host_path; kubelet, makeMounts',
    says: 'a mount shows the directory of the node, in each container that has it',
  },
  consequence: 'Init containers prepare files in vain, and pods do not know their own address.',
  covers: ['A6'],
  check: (evidence) =>
    judgeEach(
      [...filesRead(evidence), ...hostsRead(evidence)],
      'no program read a file that another had written to their volume',
      ({ calls, expected, actual, isRight }) => holds(calls, isRight, { expected, actual }),
    ),
};
