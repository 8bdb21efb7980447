// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusMetadataUnchanged: Contract = {
  id: 'container.status.metadata-unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Name and attempt of a container are returned unchanged',
  reference: {
    source: 'CRI v1, ContainerMetadata',
    says: 'the client chooses them, and the runtime returns them',
  },
  consequence: 'The kubelet counts restarts wrongly and uses log file names twice.',
  covers: ['A1'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no container was read',
      ({ life, view }) => {
        const back = view.kind === 'status' ? view.status.metadata : view.item.metadata;
        const expected = `${life.name} ${life.attempt}`;
        const actual = `${back?.name ?? ''} ${back?.attempt ?? 0}`;
        return holds([life.create, view.call], expected === actual, { expected, actual });
      },
    ),
};
