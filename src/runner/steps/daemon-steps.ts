// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '#base/text/error-message.js';
import { daemonNote } from '#evidence/history/outage.js';
import type { Beat, DaemonBeat } from '#scenarios/step.js';
import { wayOf } from '../outages/outage-groups.js';
import { note, Stuck, type Stage } from '../scenario-context.js';

type Play = {
  readonly [D in DaemonBeat['do']]: (stage: Stage, beat: Extract<DaemonBeat, { do: D }>) => Promise<void>;
};

/** What happens to the runtime's own process. `playBeat` plays what is to be under way when it goes. */
export function daemonBeats(playBeat: (stage: Stage, beat: Beat) => Promise<void>): Play {
  return {
    'daemon-goes': (stage, { lastly = [] }) =>
      meet(stage, async () => {
        for (const beat of lastly) await playBeat(stage, beat);
      }),
    'daemon-returns': (stage) => meet(stage, () => Promise.resolve()),
    'daemon-restarts': (stage) => meet(stage, () => Promise.resolve()),
  };
}

async function meet(stage: Stage, lastly: () => Promise<void>): Promise<void> {
  const { company, scenario, signal } = stage;
  const how = wayOf(scenario);
  const tell = (moment: string): void => {
    note(stage, daemonNote, { moment, how });
  };
  try {
    await company?.meet({ scenario: scenario.id, lastly, tell }, signal);
  } catch (error) {
    throw new Stuck(`the daemon: ${messageOf(error)}`);
  }
}
