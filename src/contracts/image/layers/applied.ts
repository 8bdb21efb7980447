// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { boxImage, boxLayers } from '#guest/box-images.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { viewsBy } from '../../occasions/inside/inside.js';

export const imageLayersApplied: Contract = {
  id: 'image.layers.applied',
  level: 'must',
  since: '0.1.0',
  title:
    'A container has the files of its image as the last layer leaves them, and none that a layer deletes',
  reference: {
    source: 'OCI image format, layers and whiteouts',
    says: 'layers are applied one after the other; a whiteout deletes what is below it',
  },
  consequence:
    'Programs find files that were deleted from their image, such as old configuration and secrets.',
  covers: ['I11'],
  check: (evidence) =>
    judgeEach(
      viewsBy(evidence, 'cat').filter(
        ({ life, statement }) =>
          boxImage(life.config.image?.user_specified_image ?? '') === 'box-layers:1' &&
          boxLayers.has(statement.path),
      ),
      'no program showed a file of an image with several layers',
      ({ calls, statement: { path }, output }) => {
        const content = boxLayers.get(path);
        return holds(calls, output === (content === undefined ? '' : `${content}\n`), {
          expected: `${path}: ${content ?? 'deleted'}`,
          actual: output === '' ? 'no such file' : output.trimEnd(),
        });
      },
    ),
};
