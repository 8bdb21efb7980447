// SPDX-License-Identifier: Apache-2.0
import { changesWhileAway, exercisedByChanges, podThatWaits } from '../changes-while-away.js';
import type { Scenario } from '../scenario.js';

export const daemonExitsWhileStopped: Scenario = {
  id: 'daemon.exits-while-stopped',
  title: 'containers exit and print while the runtime is stopped',
  needs: ['daemon-stop'],
  pod: podThatWaits,
  steps: changesWhileAway('stop'),
  exercises: exercisedByChanges,
};
