// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { changedFields, textOf } from '../../judging/unchanged.js';
import { exitedStatuses, type StatusView } from '../../occasions/occasions.js';

export const containerStatusExitFinal: Contract = {
  id: 'container.status.exit-final',
  level: 'must',
  since: '0.1.0',
  title: 'Exit code, reason and message of an EXITED container never change',
  reference: {
    source: 'CRI v1, ContainerStatus.exit_code',
    says: 'the code is valid as soon as EXITED is visible',
  },
  consequence: 'The kubelet acts on one exit code and reports another.',
  covers: ['CST-005', 'E4'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .map(exitedStatuses)
        .filter((views) => views.length > 1),
      'no exited container was read twice',
      (views) => {
        const [first, ...later] = views as readonly [StatusView, ...StatusView[]];
        const other = later.find(({ status }) => changedFields(first.status, status, fields).length > 0);
        const changed = other === undefined ? [] : changedFields(first.status, other.status, fields);
        return holds([first.call, ...(other === undefined ? [] : [other.call])], changed.length === 0, {
          expected: textOf(first.status, changed),
          actual: other === undefined ? '' : textOf(other.status, changed),
        });
      },
    ),
};

const fields = ['exit_code', 'reason', 'message'] as const;
