// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeVersionsStart } from '../../occasions/changes/versions-start.js';

export const upgradeReturnStarts: Contract = {
  id: 'upgrade.return.starts',
  level: 'must',
  since: '0.1.0',
  title: 'The old version starts on the state that the new one left, and becomes ready',
  reference: {
    source: 'practice of node upgrades: a rollback',
    says: 'an upgrade that does harm is taken back',
  },
  consequence: 'There is no way back: a failed upgrade costs the node and all its pods.',
  covers: ['RS1'],
  check: (evidence) => judgeVersionsStart(evidence, ({ back }) => back),
};
