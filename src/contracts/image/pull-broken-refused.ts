// SPDX-License-Identifier: Apache-2.0
import { type Contract, defineContract } from '../contract.js';
import { judgeEach, mustBeRefused } from '../judging.js';

export const imagePullBrokenRefused: Contract = defineContract({
  id: 'image.pull.broken-refused',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage of an image that the registry lacks or serves damaged is refused',
  reference: {
    source: 'CRI v1, RPC PullImage; OCI distribution, content digests',
    says: 'a pull that does not bring what the digests name is an error',
  },
  consequence: 'The pod waits for an image that never comes, or runs something else.',
  covers: ['IMG-005', 'I9'],
  check: (evidence) =>
    judgeEach(
      evidence
        .of('PullImage')
        .filter(({ request }) => /\/faults\/(404|wrong-digest|truncated)\//.test(nameOf(request.image))),
      'no broken image was pulled',
      (pull) => mustBeRefused(pull, 'refused: the image is missing or damaged'),
    ),
});
