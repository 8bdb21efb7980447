// SPDX-License-Identifier: Apache-2.0
import type { Outage } from '#evidence/history/outage.js';
import type { Daemon } from '#launchers/daemon.js';
import type { Beat } from '#scenarios/step.js';
import type { Scenario } from '#scenarios/scenario.js';
import { Company } from './outage-group.js';

/** In this order: the gentlest first. */
export const waysToGo: readonly Outage['how'][] = ['restart', 'stop', 'crash'];

/** How the daemon goes in a scenario, if it does: in one way only. */
export function wayOf({ beats }: Scenario): Outage['how'] | undefined {
  return beats.flatMap((beat) => wayOfBeat(beat) ?? [])[0];
}

/** Scenarios in which the daemon goes, by the way it goes. */
export class Companies {
  readonly #companies: ReadonlyMap<Outage['how'], Company>;
  #isAway = false;

  constructor(daemon: Daemon, scenarios: readonly Scenario[]) {
    const away = (isAway: boolean): void => {
      this.#isAway = isAway;
    };
    this.#companies = new Map(
      waysToGo.map((how) => {
        const members = scenarios.filter((scenario) => wayOf(scenario) === how);
        const outages = new Map(members.map(({ id, beats }) => [id, beats.filter(wayOfBeat).length]));
        return [how, new Company({ daemon, how, outages, away })];
      }),
    );
  }

  of(scenario: Scenario): Company | undefined {
    const how = wayOf(scenario);
    return how && this.#companies.get(how);
  }

  /** That nobody answers is what somebody wants. */
  get isAway(): boolean {
    return this.#isAway;
  }
}

function wayOfBeat(beat: Beat): Outage['how'] | undefined {
  if (beat.do === 'daemon-restarts') return 'restart';
  return beat.do === 'daemon-goes' ? beat.how : undefined;
}
