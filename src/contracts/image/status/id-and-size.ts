// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { othersIn } from '#evidence/others-in.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const imageStatusIdAndSize: Contract = {
  id: 'image.status.id-and-size',
  level: 'must',
  since: '0.1.0',
  title: 'The status of an image has an id and a size above zero',
  reference: {
    source: 'CRI v1, Image; kubelet, remote image client',
    says: 'the client refuses an image without them',
  },
  consequence: 'The image is present, but no container can be created from it.',
  covers: ['IMG-002'],
  check: (evidence) =>
    judgeEach(
      evidence
        .answered('ImageStatus')
        .filter((read) => read.outcome.response.image !== undefined && isJudged(read)),
      'no status of an image was read',
      (read) => {
        const { id = '', size } = read.outcome.response.image ?? {};
        return holds([read], id !== '' && parseInt64(size) > 0n, {
          expected: 'an id, and a size above 0',
          actual: `id ${JSON.stringify(id)}, size ${size ?? '0'}`,
        });
      },
    ),
};

/** Of other people's images only the id is recorded. */
function isJudged(read: RecordedCall): boolean {
  return othersIn(read).every(({ id }) => id === '');
}
