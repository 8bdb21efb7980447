// SPDX-License-Identifier: Apache-2.0
import { changesWhileAway, exercisedByChanges, podThatWaits } from '../changes-while-away.js';
import type { Scenario } from '../scenario.js';

export const daemonExitsWhileCrashed: Scenario = {
  id: 'daemon.exits-while-crashed',
  title: 'containers exit and print while the runtime is down after a crash',
  needs: ['daemon-crash'],
  pod: podThatWaits,
  steps: changesWhileAway('crash'),
  exercises: exercisedByChanges,
};
