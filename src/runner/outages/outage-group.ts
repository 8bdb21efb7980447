// SPDX-License-Identifier: Apache-2.0
import type { DaemonEvent, DaemonState, OutageKind } from '#evidence/intent.js';
import type { Daemon } from '#launchers/daemon.js';
import { systemClock } from '#host/system-clock.js';
import type { ChangeOfVersion } from './change-of-version.js';

/** A scenario's arrival at a moment that it shares with others. */
export interface Arrival {
  readonly scenario: string;
  /** Starts what must be in flight when the daemon stops. */
  readonly inFlight: () => Promise<void>;
  readonly emit: (state: DaemonState, which: WhichVersion) => void;
}

/** What comes back, where that is another version. */
export type WhichVersion = Pick<DaemonEvent, 'upgraded' | 'back'>;

interface Waiter extends Arrival {
  readonly goOn: () => void;
  readonly giveUp: (error: unknown) => void;
}

export interface OutageGroupOptions {
  readonly daemon: Daemon;
  readonly how: OutageKind;
  /** What an `upgrade` does. */
  readonly change: ChangeOfVersion;
  /** Number of outages in each scenario. */
  readonly outages: ReadonlyMap<string, number>;
  /** Called when an intended outage begins and ends. */
  readonly onDown: (isDown: boolean) => void;
}

/** A call reaches the runtime within this time; where exactly the outage interrupts it does not matter. */
const onTheWayMs = 20;

/**
 * The scenarios that stop the daemon in the same way. They share one daemon, so they wait for each other
 * before it stops and before it starts again. Scenarios that ended or are stuck are not waited for.
 */
export class OutageGroup {
  readonly #options: OutageGroupOptions;
  readonly #members: Map<string, number>;
  /** Those that still call the runtime, if only to remove what they made. */
  readonly #active: Set<string>;
  readonly #waiting = new Map<string, Waiter>();
  #outagesBegun = 0;
  #isDown = false;
  #isActing = false;
  #broken: Error | undefined;
  readonly #untilUp = new Set<() => void>();

  constructor(options: OutageGroupOptions) {
    this.#options = options;
    this.#members = new Map(options.outages);
    this.#active = new Set(options.outages.keys());
  }

  /** Resolves when the daemon has stopped, or started. Rejects when it cannot, or when the signal aborts. */
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

  /** The scenario has no more steps. Resolves as soon as the daemon is up, for the cleanup. */
  withdraw(scenario: string): Promise<void> {
    this.#members.delete(scenario);
    this.#waiting.delete(scenario);
    this.#actWhenComplete();
    if (!this.#isActing && (!this.#isDown || this.#broken !== undefined)) return Promise.resolve();
    return new Promise((resolve) => this.#untilUp.add(resolve));
  }

  /** The scenario is over, and what it made is removed. */
  ended(scenario: string): void {
    this.#active.delete(scenario);
    void this.withdraw(scenario);
  }

  #actWhenComplete(): void {
    if (this.#isActing || this.#broken !== undefined || this.#isInTheWay()) return;
    const expected = this.#expected();
    const nobodyIsLeft = expected.length === 0 && this.#isDown;
    if (!nobodyIsLeft && (expected.length === 0 || expected.some((name) => !this.#waiting.has(name)))) return;
    this.#isActing = true;
    void this.#act([...this.#waiting.values()]);
  }

  /** Those with fewer outages are over before the next one begins. */
  #isInTheWay(): boolean {
    if (this.#isDown || this.#outagesBegun === 0) return false;
    return [...this.#active].some((name) => !this.#waiting.has(name));
  }

  /** The scenarios in the current outage, or in the next one. */
  #expected(): string[] {
    const number = this.#isDown ? this.#outagesBegun : this.#outagesBegun + 1;
    return [...this.#members].flatMap(([name, outages]) => (outages >= number ? name : []));
  }

  async #act(present: readonly Waiter[]): Promise<void> {
    this.#waiting.clear();
    try {
      await (this.#isDown ? this.#start(present) : this.#stop(present));
      for (const { goOn } of present) goOn();
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error(String(error));
      this.#options.onDown(false);
      for (const { giveUp } of [...present, ...this.#waiting.values()]) giveUp(error);
    }
    this.#isActing = false;
    if (!this.#isDown || this.#broken !== undefined) this.#isUp();
    this.#actWhenComplete();
  }

  #isUp(): void {
    for (const resolve of this.#untilUp) resolve();
    this.#untilUp.clear();
  }

  async #stop(present: readonly Waiter[]): Promise<void> {
    const { daemon, how, change, onDown } = this.#options;
    this.#outagesBegun++;
    await Promise.all(present.map(({ inFlight }) => inFlight()));
    await systemClock.sleep(onTheWayMs);
    onDown(true);
    this.#emitAll(present, 'stopping');
    await (how === 'upgrade' ? change.end?.() : daemon[how]());
    this.#isDown = how !== 'restart';
    onDown(this.#isDown);
    if (how === 'restart') this.#emitAll(present, 'started');
    else if (this.#isApart) this.#emitAll(present, 'stopped');
  }

  async #start(present: readonly Waiter[]): Promise<void> {
    const { daemon, how, change, onDown } = this.#options;
    if (this.#isApart) this.#emitAll(present, 'starting');
    this.#isDown = false;
    await (how === 'upgrade' ? change.begin() : daemon.start());
    onDown(false);
    this.#emitAll(present, 'started');
  }

  /** It stops first, and starts later. */
  get #isApart(): boolean {
    const { how, change } = this.#options;
    return how !== 'upgrade' || change.end !== undefined;
  }

  #emitAll(present: readonly Waiter[], state: DaemonState): void {
    const isUpgrade = this.#options.how === 'upgrade';
    const isBack = isUpgrade && this.#outagesBegun % 2 === 0;
    const which = { ...(isUpgrade && { upgraded: true as const }), ...(isBack && { back: true as const }) };
    for (const { emit } of present) emit(state, which);
  }
}
