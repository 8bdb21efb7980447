// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach, lost } from '../../judging/judging.js';

export const sandboxStatusAnnotationsUnchanged: Contract = {
  id: 'sandbox.status.annotations-unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Every annotation of a sandbox is returned unchanged',
  reference: {
    source: 'CRI v1, PodSandboxConfig.annotations',
    says: 'annotations are opaque to the runtime, which must not alter them',
  },
  consequence: 'Tools that keep state in annotations do not read what they wrote.',
  covers: ['SBX-010', 'A1'],
  check: (evidence) =>
    judgeEach(
      evidence
        .sandboxes()
        .filter(({ config }) => Object.keys(config.annotations ?? {}).length > 0)
        .flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no sandbox with annotations was read',
      ({ life, view }) => {
        const { annotations } = view.kind === 'status' ? view.status : view.item;
        const missing = lost(life.config.annotations, annotations);
        return holds([life.run, view.call], missing === undefined, {
          expected: JSON.stringify(life.config.annotations),
          actual: missing ?? '',
        });
      },
    ),
};
