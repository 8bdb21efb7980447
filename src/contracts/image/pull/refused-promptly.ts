// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import { tookMs } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { failingPulls } from '../../occasions/services/image-views.js';
import { nameOf } from '../../occasions/image-names.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imagePullRefusedPromptly: Contract = {
  id: 'image.pull.refused-promptly',
  level: 'should',
  since: '0.1.0',
  title: 'A PullImage that the registry denies is refused promptly',
  reference: {
    source: 'kubelet, image puller',
    says: 'a pull has no deadline, and with serial pulls nothing else is pulled meanwhile',
  },
  consequence: 'A single wrong image name holds up every pull of the node.',
  covers: ['IMG-007'],
  check: (evidence) =>
    judgeEach(
      failingPulls(evidence).filter(
        (pull) => isRefused(pull) && /\/faults\/(401|404|wrong-digest)\//.test(nameOf(pull.request.image)),
      ),
      'no pull was denied',
      (pull) => {
        const goodMs = evidence
          .answered('PullImage')
          .filter(({ request }) => !nameOf(request.image).includes('/faults/'))
          .map(tookMs);
        const boundMs = usualMs + 10 * Math.max(0, ...goodMs);
        return holds([pull], tookMs(pull) <= boundMs, {
          expected: `refused within ${Math.round(boundMs)} ms`,
          actual: `after ${Math.round(tookMs(pull))} ms`,
        });
      },
    ),
};

/** A runtime may try again a few times. */
const usualMs = 15_000;
