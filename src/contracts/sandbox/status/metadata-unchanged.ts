// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxStatusMetadataUnchanged: Contract = {
  id: 'sandbox.status.metadata-unchanged',
  level: 'must',
  since: '0.1.0',
  title: 'Name, namespace, uid and attempt of a sandbox are returned unchanged',
  reference: {
    source: 'CRI v1, PodSandboxMetadata; kubelet, toKubeRuntimeStatus',
    says: 'the metadata identify the pod; the kubelet groups and orders sandboxes by them',
  },
  consequence: 'The pod looks like an orphan and is killed, or the wrong sandbox counts as the latest.',
  covers: ['SBX-006', 'A1'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no sandbox was read',
      ({ life, view }) => {
        const back = view.kind === 'status' ? view.status.metadata : view.item.metadata;
        const { name, namespace, uid, attempt = 0 } = life.config.metadata ?? {};
        const expected = [name, namespace, uid, attempt].join(' ');
        const actual = [back?.name, back?.namespace, back?.uid, back?.attempt ?? 0].join(' ');
        return holds([life.run, view.call], expected === actual, { expected, actual });
      },
    ),
};
