// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartLogKept } from '../../restart/log/kept.js';

export const upgradeLogKept: Contract = throughUpgrade(restartLogKept, {
  id: 'upgrade.log.kept',
  title: 'What a running container prints between two versions is in its log afterwards, once',
  consequence: 'Every upgrade of the runtime leaves a gap in the logs of the node.',
});
