// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isUnanswered } from '#evidence/call.js';
import { type Contract, defineContract } from '../contract.js';
import { endingOf, holds, judgeEach } from '../judging.js';
import { isSent, resourceFields, updatesOf } from '../updates.js';
import { undecided, unexercised, unsupported } from '../verdict.js';

export const resourcesUpdateShown: Contract = defineContract({
  id: 'resources.update.shown',
  level: 'should',
  since: '0.1.0',
  title: 'The values of an update show in the status afterwards',
  reference: {
    source: 'CRI v1, ContainerStatus.resources; kubelet, in-place resize',
    says: 'the kubelet reports what the runtime says is in force',
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
        const now = after.status.resources?.linux;
        if (now === undefined) return unsupported([after.call.seq], 'the status has no resources');
        const sent = update.request.linux ?? {};
        const wrong = resourceFields.filter((field) => isSent(update, field) && now[field] !== sent[field]);
        return holds([update, after.call], wrong.length === 0, {
          expected: wrong.map((field) => `${field} ${sent[field] ?? ''}`).join(', '),
          actual: wrong.map((field) => `${field} ${now[field] ?? '0'}`).join(', '),
        });
      },
    ),
});
