// SPDX-License-Identifier: Apache-2.0
import { verbsAround, verbsExercise, veteran } from '../old-objects.js';
import type { Scenario } from '../scenario.js';

export const daemonPreexistingAfterRestart: Scenario = {
  id: 'daemon.preexisting-after-restart',
  title: 'the daemon is restarted, and every call is tried on older objects',
  needs: ['daemon-restart', 'pod-network'],
  pod: veteran,
  steps: verbsAround([{ do: 'restart-daemon' }]),
  exercises: verbsExercise,
};
