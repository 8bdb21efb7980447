// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isUnanswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { endingOf, judgeEach } from '../../judging/judging.js';
import { mustShow, updatesOf } from '../../occasions/updates.js';
import { undecided, unexercised } from '../../verdict.js';

export const resourcesUpdateShown: Contract = {
  id: 'resources.update.shown',
  level: 'should',
  since: '0.1.0',
  title: 'The values of an update show in the status afterwards',
  reference: {
    source: 'CRI v1, ContainerStatus.resources; kubelet, in-place resize',
    says: 'the kubelet reports the resources that the runtime returns',
  },
  consequence: 'A resize looks as if it were still in progress.',
  covers: ['UPD-003', 'U1'],
  check: (evidence) =>
    judgeEach(
      updatesOf(evidence),
      'no status was read before and after an update of resources',
      ({ update, after }) => {
        if (isUnanswered(update))
          return undecided([update.seq], `UpdateContainerResources: ${endingOf(update)}`);
        if (!isAnswered(update)) return unexercised('the update was refused');
        return mustShow({ update, after });
      },
    ),
};
