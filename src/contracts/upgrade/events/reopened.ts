// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { throughUpgrade } from '../../judging/through-upgrade.js';
import { restartEventsReopened } from '../../restart/events/reopened.js';

export const upgradeEventsReopened: Contract = throughUpgrade(restartEventsReopened, {
  id: 'upgrade.events.reopened',
  title:
    'An event stream ends with the old version; one that is opened under the other version sends new events',
  consequence: 'A kubelet that relies on events hears nothing more after the upgrade.',
});
