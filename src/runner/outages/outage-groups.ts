// SPDX-License-Identifier: Apache-2.0
import { outageKinds, type OutageKind } from '#evidence/intent.js';
import type { Daemon } from '#launchers/daemon.js';
import type { Step } from '#scenarios/step.js';
import type { Scenario } from '#scenarios/scenario.js';
import { OutageGroup } from './outage-group.js';

/** How the daemon goes in a scenario, if it does: in one way only. */
export function outageKindOf({ steps }: Scenario): OutageKind | undefined {
  return steps.flatMap((step) => wayOfBeat(step) ?? [])[0];
}

/** Scenarios in which the daemon goes, by the way it goes. */
export class OutageGroups {
  readonly #outageGroups: ReadonlyMap<OutageKind, OutageGroup>;
  #isAway = false;

  constructor(daemon: Daemon, scenarios: readonly Scenario[]) {
    const away = (isAway: boolean): void => {
      this.#isAway = isAway;
    };
    this.#outageGroups = new Map(
      outageKinds.map((how) => {
        const members = scenarios.filter((scenario) => outageKindOf(scenario) === how);
        const outages = new Map(members.map(({ id, steps }) => [id, steps.filter(wayOfBeat).length]));
        return [how, new OutageGroup({ daemon, how, outages, onDown: away })];
      }),
    );
  }

  of(scenario: Scenario): OutageGroup | undefined {
    const how = outageKindOf(scenario);
    return how && this.#outageGroups.get(how);
  }

  /** That nobody answers is what somebody wants. */
  get isDown(): boolean {
    return this.#isAway;
  }
}

function wayOfBeat(step: Step): OutageKind | undefined {
  if (step.do === 'restart-daemon') return 'restart';
  return step.do === 'stop-daemon' ? step.how : undefined;
}
