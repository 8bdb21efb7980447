// SPDX-License-Identifier: Apache-2.0
import { changesWhileAway, exercisedByChanges, podThatWaits } from '../changes-while-away.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const daemonExitsWhileStopped: Scenario = defineScenario({
  id: 'daemon.exits-while-stopped',
  title: 'containers end and print while the runtime is stopped',
  needs: ['container-processes', 'daemon-stop', 'node-processes'],
  pod: podThatWaits,
  steps: changesWhileAway('stop'),
  exercises: exercisedByChanges,
});
