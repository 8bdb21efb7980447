// SPDX-License-Identifier: Apache-2.0
import { verbsAround, verbsExercise, veteran } from '../old-objects.js';
import type { Scenario } from '../scenario.js';
import { change, asOfUpgrade } from '../with-upgrade.js';

export const upgradeVerbsAfterReturn: Scenario = {
  id: 'upgrade.verbs-after-return',
  title: 'a new version comes and goes, and every call is tried on what was there before it',
  needs: ['daemon-upgrade', 'daemon-rollback', 'pod-network'],
  pod: veteran,
  steps: verbsAround([...change, ...change]),
  exercises: verbsExercise.map(asOfUpgrade),
};
