// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { failingPulls } from '../../occasions/services/image-views.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';

export const imagePullBrokenRefused: Contract = {
  id: 'image.pull.broken-refused',
  level: 'must',
  since: '0.1.0',
  title: 'PullImage of an image that the registry lacks, denies or serves damaged is refused',
  reference: {
    source: 'CRI v1, RPC PullImage; OCI distribution, content digests and error codes',
    says: 'a pull whose content does not match its digests is an error, and so is one that the registry refuses',
  },
  consequence: 'The pod waits for an image that never comes, or runs something else.',
  covers: ['I9'],
  check: (evidence) =>
    judgeEach(failingPulls(evidence), 'no broken image was pulled', (pull) =>
      mustBeRefused(pull, 'refused: the image is missing, denied or damaged'),
    ),
};
