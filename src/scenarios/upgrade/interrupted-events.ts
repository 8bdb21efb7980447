// SPDX-License-Identifier: Apache-2.0
import { daemonInterruptedEvents } from '../daemon/interrupted-events.js';
import type { Scenario } from '../scenario.js';
import { withUpgrade } from '../with-upgrade.js';

export const upgradeInterruptedEvents: Scenario = withUpgrade(daemonInterruptedEvents, {
  id: 'upgrade.interrupted-events',
  title: 'the version changes while an event stream is open, and the client opens another',
});
