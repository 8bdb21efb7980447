// SPDX-License-Identifier: Apache-2.0
import { verbsAround, verbsExercise, veteran } from '../old-objects.js';
import type { Scenario } from '../scenario.js';

export const daemonPreexistingAfterCrash: Scenario = {
  id: 'daemon.preexisting-after-crash',
  title: 'the daemon is killed and started again, and every call is tried on older objects',
  needs: ['daemon-crash', 'pod-network'],
  pod: veteran,
  steps: verbsAround([{ do: 'stop-daemon', how: 'crash' }, { do: 'start-daemon' }], 43919),
  exercises: verbsExercise,
};
