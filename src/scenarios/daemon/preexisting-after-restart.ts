// SPDX-License-Identifier: Apache-2.0
import { verbsAround, verbsExercise, veteran } from '../old-objects.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const daemonPreexistingAfterRestart: Scenario = defineScenario({
  id: 'daemon.preexisting-after-restart',
  title: 'the daemon is restarted, and every verb is tried on what is older than it',
  needs: ['daemon-restart', 'container-processes', 'pod-network', 'stats'],
  pod: veteran,
  steps: verbsAround([{ do: 'restart-daemon' }]),
  exercises: verbsExercise,
});
