// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { nameOf } from '../../occasions/image-names.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';

export const imagePullBrokenRefused: Contract = {
  id: 'image.pull.broken-refused',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage of an image that the registry lacks or serves damaged is refused',
  reference: {
    source: 'CRI v1, RPC PullImage; OCI distribution, content digests',
    says: 'a pull whose content does not match its digests is an error',
  },
  consequence: 'The pod waits for an image that never comes, or runs something else.',
  covers: ['IMG-005', 'I9'],
  check: (evidence) =>
    judgeEach(
      evidence
        .of('PullImage')
        .filter(({ request }) => faults.some((fault) => nameOf(request.image).includes(`/faults/${fault}/`))),
      'no broken image was pulled',
      (pull) => mustBeRefused(pull, 'refused: the image is missing or damaged'),
    ),
};

/** Faults of our registry that leave nothing to run, however often the pull is repeated. */
const faults = ['404', 'wrong-digest', 'truncated'];
