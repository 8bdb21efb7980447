// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { duplicateSandboxes, refusedOrTheSame } from '../../occasions/duplicates.js';
import { judgeEach } from '../../judging/judging.js';

export const sandboxRunNoDuplicate: Contract = {
  id: 'sandbox.run.no-duplicate',
  level: 'must',
  since: '0.1.0',
  title: 'A second sandbox with the metadata of an existing one is refused, or answered with the first id',
  reference: {
    source: 'CRI v1, PodSandboxMetadata',
    says: 'name, namespace, uid and attempt together identify a sandbox',
  },
  consequence: 'Two sandboxes belong to one pod: addresses leak and the kubelet stops both.',
  covers: ['N1'],
  check: (evidence) =>
    judgeEach(duplicateSandboxes(evidence), 'no sandbox was requested twice', refusedOrTheSame),
};
