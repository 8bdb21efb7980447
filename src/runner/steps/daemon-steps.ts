// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { DaemonState } from '#evidence/intent.js';
import type { Step, DaemonStep } from '#scenarios/step.js';
import type { Players } from './players.js';
import type { WhichVersion } from '../outages/outage-group.js';
import { outageKindOf } from '../outages/outage-groups.js';
import { emit, Stuck, type ScenarioContext } from '../scenario-context.js';

/**
 * Steps that stop and start the runtime's daemon. `play` plays the steps that are in flight when it stops.
 */
export function daemonSteps(play: (ctx: ScenarioContext, step: Step) => Promise<void>): Players<DaemonStep> {
  return {
    'stop-daemon': (ctx, { inFlight = [] }) =>
      meet(ctx, async () => {
        for (const step of inFlight) await play(ctx, step);
      }),
    'start-daemon': (ctx) => meet(ctx, () => Promise.resolve()),
    'restart-daemon': (ctx) => meet(ctx, () => Promise.resolve()),
  };
}

async function meet(ctx: ScenarioContext, inFlight: () => Promise<void>): Promise<void> {
  const { outageGroup, scenario, signal } = ctx;
  const how = outageKindOf(scenario);
  if (outageGroup === undefined || how === undefined) return;
  try {
    const arrival = {
      scenario: scenario.id,
      inFlight,
      emit: (state: DaemonState, which: WhichVersion) => {
        const isChange = which.upgraded === true;
        if (isChange && state === 'stopping') ctx.witness?.change(state);
        emit(ctx, { type: 'daemon', state, how, ...which });
        if (isChange && state === 'started') ctx.witness?.change(state);
      },
    };
    await outageGroup.arriveAndWait(arrival, signal);
  } catch (error) {
    throw new Stuck(`the daemon: ${errorMessage(error)}`);
  }
}
