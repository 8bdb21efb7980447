// SPDX-License-Identifier: Apache-2.0
import { restartCallLies } from '../restart/restart-calls.js';
import { sandboxDeathLies } from '../restart/restart-deaths.js';
import { restartFailureLies } from '../restart/restart-failures.js';
import type { RestartLie } from '../restart/restart-lie.js';
import { restartStartLies } from '../restart/restart-starts.js';
import { restartStateLies } from '../restart/restart-states.js';
import { restartViewLies } from '../restart/restart-views.js';

export const allRestartLies: readonly RestartLie[] = [
  ...restartStartLies,
  ...restartStateLies,
  ...restartCallLies,
  ...restartViewLies,
  ...restartFailureLies,
  ...sandboxDeathLies,
];
