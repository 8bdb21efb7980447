// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartLogLastWords } from '../../restart/log/last-words.js';

export const upgradeLogLastWords: Contract = throughUpgrade(restartLogLastWords, {
  id: 'upgrade.log.last-words',
  title: 'What a container printed before it ended between two versions is in its log afterwards',
  consequence: 'Nobody learns why a program crashed during the upgrade.',
});
