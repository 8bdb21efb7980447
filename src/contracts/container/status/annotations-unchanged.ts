// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach, lost } from '../../judging/judging.js';

export const containerStatusAnnotationsUnchanged: Contract = {
  id: 'container.status.annotations-unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Every annotation of a container is returned unchanged',
  reference: {
    source: 'CRI v1, ContainerConfig.annotations; kubelet, getContainerInfoFromAnnotations',
    says: 'the kubelet keeps the hash of the definition and the restart count in annotations',
  },
  consequence: 'The container is killed and recreated at every sync because its hash seems to have changed.',
  covers: ['CST-012', 'A1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter(({ config }) => Object.keys(config.annotations ?? {}).length > 0)
        .flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no container with annotations was read',
      ({ life, view }) => {
        const { annotations } = view.kind === 'status' ? view.status : view.item;
        const missing = lost(life.config.annotations, annotations);
        return holds([life.create, view.call], missing === undefined, {
          expected: JSON.stringify(life.config.annotations),
          actual: missing ?? '',
        });
      },
    ),
};
