// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isUnanswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';
import { isSent, resourceFields, updatesOf } from '../../occasions/updates.js';
import { undecided, unsupported } from '../../verdict.js';

export const resourcesUpdateOthersKept: Contract = {
  id: 'resources.update.others-kept',
  level: 'must',
  since: '0.1.0',
  title: 'An update of resources leaves the fields that were not sent as they were',
  reference: {
    source: 'CRI v1, UpdateContainerResourcesRequest; kubelet, CPU manager and in-place resize',
    says: 'a zero field is not specified and keeps its value; a refused update changes nothing',
  },
  consequence: 'The CPU manager, which only sends a CPU set, removes all limits.',
  covers: ['UPD-002'],
  check: (evidence) =>
    judgeEach(
      updatesOf(evidence),
      'no status was read before and after an update of resources',
      ({ update, before, after }) => {
        if (isUnanswered(update))
          return undecided([update.seq], `UpdateContainerResources: ${endingOf(update)}`);
        const [old, now] = [before.status.resources?.linux, after.status.resources?.linux];
        if (old === undefined || now === undefined)
          return unsupported([after.call.seq], 'the status has no resources');
        const kept = resourceFields.filter((field) => !isAnswered(update) || !isSent(update, field));
        const wrong = kept.filter((field) => int(now[field]) !== int(old[field]));
        return holds([before.call, update, after.call], wrong.length === 0, {
          expected: wrong.map((field) => `${field} ${int(old[field])}`).join(', '),
          actual: wrong.map((field) => `${field} ${int(now[field])}`).join(', '),
        });
      },
    ),
};

const int = (value: string | undefined): string => value ?? '0';
