// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { DaemonState } from '#evidence/intent.js';
import type { Step, DaemonStep } from '#scenarios/step.js';
import { outageKindOf } from '../outages/outage-groups.js';
import { emit, Stuck, type ScenarioContext } from '../scenario-context.js';

type Play = {
  readonly [D in DaemonStep['do']]: (
    ctx: ScenarioContext,
    step: Extract<DaemonStep, { do: D }>,
  ) => Promise<void>;
};

/** What happens to the runtime's own process. `playBeat` plays what is to be under way when it goes. */
export function daemonSteps(playBeat: (ctx: ScenarioContext, step: Step) => Promise<void>): Play {
  return {
    'stop-daemon': (ctx, { lastly = [] }) =>
      meet(ctx, async () => {
        for (const step of lastly) await playBeat(ctx, step);
      }),
    'start-daemon': (ctx) => meet(ctx, () => Promise.resolve()),
    'restart-daemon': (ctx) => meet(ctx, () => Promise.resolve()),
  };
}

async function meet(ctx: ScenarioContext, lastly: () => Promise<void>): Promise<void> {
  const { outageGroup, scenario, signal } = ctx;
  const how = outageKindOf(scenario);
  if (outageGroup === undefined || how === undefined) return;
  const tell = (state: DaemonState): void => {
    emit(ctx, { type: 'daemon', state, how });
  };
  try {
    await outageGroup.arriveAndWait({ scenario: scenario.id, inFlight: lastly, emit: tell }, signal);
  } catch (error) {
    throw new Stuck(`the daemon: ${errorMessage(error)}`);
  }
}
