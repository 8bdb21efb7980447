// SPDX-License-Identifier: Apache-2.0
import { verbsAround, verbsExercise, veteran } from '../old-objects.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const daemonPreexistingAfterCrash: Scenario = defineScenario({
  id: 'daemon.preexisting-after-crash',
  title: 'the daemon is killed and started again, and every verb is tried on what is older than it',
  needs: ['daemon-crash', 'container-processes', 'pod-network', 'stats'],
  pod: veteran,
  steps: verbsAround([{ do: 'stop-daemon', how: 'crash' }, { do: 'start-daemon' }]),
  exercises: verbsExercise,
});
