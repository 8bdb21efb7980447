// SPDX-License-Identifier: Apache-2.0
import { statusViews } from '#evidence/history/container-history.js';
import { parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const containerStatusRequiredFields: Contract = {
  id: 'container.status.required-fields',
  level: 'must',
  since: '0.1.0',
  title: 'A container status always has id, name, created_at, image and image_ref',
  reference: {
    source: 'kubelet, verifyContainerStatus',
    says: 'the client refuses a status that lacks one of them',
  },
  consequence: 'The pod is no longer inspected: the kubelet works with old data on all its containers.',
  covers: ['CST-001'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => statusViews(life).map((view) => ({ life, view }))),
      'no container status was read',
      ({ life, view: { call, status } }) => {
        const fields = {
          id: status.id === life.id,
          'metadata.name': (status.metadata?.name ?? '') !== '',
          created_at: parseInt64(status.created_at) > 0n,
          'image.image': (status.image?.image ?? '') !== '',
          image_ref: (status.image_ref ?? '') !== '',
        };
        const missing = Object.entries(fields).flatMap(([name, there]) => (there ? [] : [name]));
        return holds([call], missing.length === 0, {
          expected: 'id, metadata.name, created_at, image.image, image_ref',
          actual: `not set or wrong: ${missing.join(', ')}`,
        });
      },
    ),
};
