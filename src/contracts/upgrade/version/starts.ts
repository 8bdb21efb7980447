// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeVersionsStart } from '../../occasions/changes/versions-start.js';

export const upgradeVersionStarts: Contract = {
  id: 'upgrade.version.starts',
  level: 'must',
  since: '0.1.0',
  title: 'The new version starts on the state that the old one left, and becomes ready',
  reference: {
    source: 'practice of node upgrades; the runtimes’ own upgrade notes',
    says: 'a runtime is replaced in place, under the pods of its node',
  },
  consequence: 'The node stays NotReady, and its pods run on with nobody who can stop or restart them.',
  covers: ['RS1'],
  check: (evidence) => judgeVersionsStart(evidence, ({ back }) => !back),
};
