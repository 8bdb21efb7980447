// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { isKeptUntil } from '../../occasions/occasions.js';

export const containerListStaysUntilRemoved: Contract = {
  id: 'container.list.stays-until-removed',
  level: 'must',
  since: '0.1.0',
  title: 'A container stays listed and readable until it is removed',
  reference: {
    source: 'kubelet, convertToAPIContainerStatuses',
    says: 'the kubelet reads exit codes from dead containers, and removes these later',
  },
  consequence: 'Exit codes are lost: pods fail with invented ones, or restart without back-off.',
  covers: ['CST-017'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter(({ starts }) => !starts.some(isRefused))
        .flatMap((life) =>
          [...life.absences, ...life.views.map(({ call }) => call)]
            .filter((read) => beganAfter(read, life.create) && isKeptUntil(life, read))
            .map((read) => ({ life, read })),
        ),
      'no container was shown',
      ({ life, read }) =>
        holds([life.create, read], !life.absences.includes(read), {
          expected: `container ${life.id} shown by ${read.rpc}`,
          actual: isRefused(read) ? endingOf(read) : `a list without it for ${JSON.stringify(read.request)}`,
        }),
    ),
};
