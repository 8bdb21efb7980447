// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach, lost } from '../../judging/judging.js';

export const sandboxStatusLabelsUnchanged: Contract = {
  id: 'sandbox.status.labels-unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Every label of a sandbox is returned unchanged',
  reference: {
    source: 'CRI v1, PodSandbox.labels and PodSandboxStatus.labels',
    says: "labels are the client's and are returned as given; the kubelet selects its pods by them",
  },
  consequence: 'The kubelet does not find the sandboxes of its own pods.',
  covers: ['SBX-009', 'A1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .filter(({ config }) => Object.keys(config.labels ?? {}).length > 0)
        .flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no sandbox with labels was read',
      ({ life, view }) => {
        const { labels } = view.kind === 'status' ? view.status : view.item;
        const missing = lost(life.config.labels, labels);
        return holds([life.run, view.call], missing === undefined, {
          expected: JSON.stringify(life.config.labels),
          actual: missing ?? '',
        });
      },
    ),
};
