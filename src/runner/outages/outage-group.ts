// SPDX-License-Identifier: Apache-2.0
import type { DaemonState, OutageKind } from '#evidence/intent.js';
import type { Daemon } from '#launchers/daemon.js';
import { systemClock } from '#host/system-clock.js';

/** What one scenario brings to a moment that it shares with others. */
export interface Arrival {
  readonly scenario: string;
  /** What has to be under way when the daemon goes. */
  readonly inFlight: () => Promise<void>;
  readonly emit: (state: DaemonState) => void;
}

interface Waiting extends Arrival {
  readonly goOn: () => void;
  readonly giveUp: (error: unknown) => void;
}

export interface OutageGroupOptions {
  readonly daemon: Daemon;
  readonly how: OutageKind;
  /** How often the daemon goes in each scenario. */
  readonly outages: ReadonlyMap<string, number>;
  /** Told when an outage that is wanted begins and ends. */
  readonly onDown: (isAway: boolean) => void;
}

/** A call that has begun reaches the runtime in this time; which one it is cut off in does not matter. */
const onTheWayMs = 20;

/**
 * The scenarios of a run whose daemon goes in the same way. There is one daemon for all of them, so they wait for each other
 * before it goes and before it comes back; one that is over or stuck is not waited for.
 */
export class OutageGroup {
  readonly #options: OutageGroupOptions;
  readonly #members: Map<string, number>;
  readonly #waiting = new Map<string, Waiting>();
  #outagesBegun = 0;
  #isAway = false;
  #isActing = false;
  #broken: Error | undefined;
  readonly #atHome = new Set<() => void>();

  constructor(options: OutageGroupOptions) {
    this.#options = options;
    this.#members = new Map(options.outages);
  }

  /** Resolves when what all came for has happened. Rejects when the daemon cannot be made to, or when the wait is given up. */
  async arriveAndWait(arrival: Arrival, signal: AbortSignal): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    const waits = new AbortController();
    try {
      await new Promise<void>((goOn, giveUp) => {
        const interrupt = (): void => {
          giveUp(new Error('interrupted'));
        };
        signal.addEventListener('abort', interrupt, { signal: waits.signal });
        this.#waiting.set(arrival.scenario, { ...arrival, goOn, giveUp });
        this.#actWhenComplete();
      });
    } finally {
      waits.abort();
    }
  }

  /** The scenario is over, however it ended. Resolves as soon as the daemon is there, to clean up with. */
  withdraw(scenario: string): Promise<void> {
    this.#members.delete(scenario);
    this.#waiting.delete(scenario);
    this.#actWhenComplete();
    if (!this.#isActing && (!this.#isAway || this.#broken !== undefined)) return Promise.resolve();
    return new Promise((resolve) => this.#atHome.add(resolve));
  }

  #actWhenComplete(): void {
    if (this.#isActing || this.#broken !== undefined) return;
    const expected = this.#expected();
    const nobodyIsLeft = expected.length === 0 && this.#isAway;
    if (!nobodyIsLeft && (expected.length === 0 || expected.some((name) => !this.#waiting.has(name)))) return;
    this.#isActing = true;
    void this.#act([...this.#waiting.values()]);
  }

  /** Who takes part in the outage that is on, or in the next one. */
  #expected(): string[] {
    const number = this.#isAway ? this.#outagesBegun : this.#outagesBegun + 1;
    return [...this.#members].flatMap(([name, outages]) => (outages >= number ? name : []));
  }

  async #act(present: readonly Waiting[]): Promise<void> {
    this.#waiting.clear();
    try {
      await (this.#isAway ? this.#return(present) : this.#go(present));
      for (const { goOn } of present) goOn();
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error(String(error));
      this.#options.onDown(false);
      for (const { giveUp } of [...present, ...this.#waiting.values()]) giveUp(error);
    }
    this.#isActing = false;
    if (!this.#isAway || this.#broken !== undefined) this.#isHome();
    this.#actWhenComplete();
  }

  #isHome(): void {
    for (const resolve of this.#atHome) resolve();
    this.#atHome.clear();
  }

  async #go(present: readonly Waiting[]): Promise<void> {
    const { daemon, how, onDown: away } = this.#options;
    this.#outagesBegun++;
    await Promise.all(present.map(({ inFlight: lastly }) => lastly()));
    await systemClock.sleep(onTheWayMs);
    away(true);
    tellAll(present, 'stopping');
    await daemon[how]();
    this.#isAway = how !== 'restart';
    away(this.#isAway);
    tellAll(present, this.#isAway ? 'stopped' : 'started');
  }

  async #return(present: readonly Waiting[]): Promise<void> {
    tellAll(present, 'starting');
    this.#isAway = false;
    await this.#options.daemon.start();
    this.#options.onDown(false);
    tellAll(present, 'started');
  }
}

function tellAll(present: readonly Waiting[], state: DaemonState): void {
  for (const { emit: tell } of present) tell(state);
}
