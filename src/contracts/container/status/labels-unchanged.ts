// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach, lost } from '../../judging/judging.js';

export const containerStatusLabelsUnchanged: Contract = {
  id: 'container.status.labels-unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Every label of a container is returned unchanged',
  reference: {
    source: 'CRI v1, ContainerConfig.labels; kubelet, getContainerInfoFromLabels',
    says: 'the kubelet maps a status to its pod and container by labels',
  },
  consequence: 'The container belongs to no pod and is started a second time.',
  covers: ['CST-011', 'A1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter(({ config }) => Object.keys(config.labels ?? {}).length > 0)
        .flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no container with labels was read',
      ({ life, view }) => {
        const { labels } = view.kind === 'status' ? view.status : view.item;
        const missing = lost(life.config.labels, labels);
        return holds([life.create, view.call], missing === undefined, {
          expected: JSON.stringify(life.config.labels),
          actual: missing ?? '',
        });
      },
    ),
};
