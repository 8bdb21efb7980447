// SPDX-License-Identifier: Apache-2.0
import type { Need } from '#scenarios/scenario.js';
import type { Target } from '../session/open-target.js';

/** Why this target cannot give what a scenario needs; undefined when nothing is known against it. */
export function lacksHere({ ready }: Target): (need: Need) => string | undefined {
  const networkReady = ready.status.status?.conditions?.some(
    ({ type, status }) => type === 'NetworkReady' && status === true,
  );
  return (need) => {
    if (need === 'pod-network' && networkReady !== true)
      return 'the runtime says that its pod network is not ready';
    return undefined;
  };
}
