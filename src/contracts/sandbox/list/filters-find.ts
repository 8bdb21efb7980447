// SPDX-License-Identifier: Apache-2.0
import { beganAfter } from '#evidence/history/order.js';
import { sandboxListViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isKeptUntil } from '../../occasions/occasions.js';

export const sandboxListFiltersFind: Contract = {
  id: 'sandbox.list.filters-find',
  level: 'must',
  since: '0.1.0',
  title: 'ListPodSandbox shows every sandbox that its filter matches, and all of them without a filter',
  reference: {
    source: 'CRI v1, ListPodSandboxRequest',
    says: 'an absent filter and absent fields mean everything; lists are as new as the last answered call',
  },
  consequence: 'Pods the kubelet does not see are started a second time.',
  covers: ['LST-003', 'LST-006'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .flatMap((life) =>
          [
            ...life.absences.filter(({ rpc }) => rpc === 'ListPodSandbox'),
            ...sandboxListViews(life).map(({ call }) => call),
          ]
            .filter((read) => beganAfter(read, life.run) && isKeptUntil(life, read))
            .map((read) => ({ life, read })),
        ),
      'no list had to show a sandbox',
      ({ life, read }) =>
        holds([life.run, read], !life.absences.includes(read), {
          expected: `sandbox ${life.id} in the list`,
          actual: `a list without it for ${JSON.stringify(read.request)}`,
        }),
    ),
};
