// SPDX-License-Identifier: Apache-2.0
import { outageKinds, type OutageKind } from '#evidence/intent.js';
import type { Daemon } from '#launchers/daemon.js';
import type { Step } from '#scenarios/step.js';
import type { Scenario } from '#scenarios/scenario.js';
import { sameAgain, type ChangeOfVersion } from './change-of-version.js';
import { OutageGroup } from './outage-group.js';

/** How a scenario stops the daemon, if it does; always in the same way. */
export function outageKindOf({ steps }: Scenario): OutageKind | undefined {
  return steps.flatMap((step) => outageKindOfStep(step) ?? [])[0];
}

/** Groups scenarios by the way they stop the daemon. */
export class OutageGroups {
  readonly #change: ChangeOfVersion;
  readonly #outageGroups: ReadonlyMap<OutageKind, OutageGroup>;
  #isDown = false;

  constructor(daemon: Daemon, scenarios: readonly Scenario[], change: ChangeOfVersion = sameAgain(daemon)) {
    this.#change = change;
    const onDown = (isDown: boolean): void => {
      this.#isDown = isDown;
    };
    this.#outageGroups = new Map(
      outageKinds.map((how) => {
        const members = scenarios.filter((scenario) => outageKindOf(scenario) === how);
        const outages = new Map(members.map(({ id, steps }) => [id, steps.filter(outageKindOfStep).length]));
        return [how, new OutageGroup({ daemon, how, change, outages, onDown })];
      }),
    );
  }

  of(scenario: Scenario): OutageGroup | undefined {
    const how = outageKindOf(scenario);
    return how && this.#outageGroups.get(how);
  }

  /** After the last scenario: a node goes on with the version that it had. */
  async restore(isUrgent: boolean): Promise<string | undefined> {
    return this.#change.restore?.(isUrgent);
  }

  /** Whether a scenario wants the daemon down now. */
  get isDown(): boolean {
    return this.#isDown;
  }
}

function outageKindOfStep(step: Step): OutageKind | undefined {
  if (step.do === 'restart-daemon') return 'restart';
  return step.do === 'stop-daemon' ? step.how : undefined;
}
