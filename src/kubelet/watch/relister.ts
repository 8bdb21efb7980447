// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import { noStatus, type PodStatus } from '../decide/pod-status.js';
import type { Call } from '../do/runtime.js';
import type { Pace } from '../pace.js';
import { listAll, listPod, ofPod } from './list-pod.js';
import { eventsBetween, snapshotOf, type PodEvent, type Snapshot } from './pod-event.js';
import { readPodStatus, type Listed } from './read-status.js';

/** A pod that wants to know what a relist shows of it. */
export interface Watcher {
  readonly uid: string;
  /** Its sync is in flight, so nothing waits for a relist. */
  isBusy(): boolean;
  observe(status: PodStatus, events: readonly PodEvent[]): void;
}

interface Record {
  readonly watcher: Watcher;
  snapshot: Snapshot;
  observedMs: number;
  /** The last read failed: look again even if the lists stay the same. */
  reinspect: boolean;
}

export interface RelisterPorts {
  readonly call: Call;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** Lists everything again and again, and reads the pods that changed. One list at a time. */
export class Relister {
  readonly #ports: RelisterPorts;
  readonly #records = new Map<string, Record>();
  readonly #waiting = new Set<() => void>();
  #wake = new AbortController();
  #busy: Promise<unknown> = Promise.resolve();
  #paused: Promise<void> | undefined;
  #resume: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #restMs: number;

  constructor(ports: RelisterPorts) {
    this.#ports = ports;
    this.#restMs = ports.pace.relistMs;
    ports.signal.addEventListener('abort', () => {
      this.#notify();
      this.hurry();
    });
  }

  watch(watcher: Watcher): void {
    this.#records.set(watcher.uid, { watcher, snapshot: new Map(), observedMs: -1, reinspect: false });
    this.#running ??= this.#run();
    this.hurry();
  }

  unwatch(uid: string): void {
    this.#records.delete(uid);
    this.#notify();
  }

  /** Somebody waits: relist as soon as the pace allows. */
  hurry(): void {
    this.#restMs = this.#ports.pace.relistMs;
    this.#wake.abort();
  }

  /** Resolves when a relist that began after the time has been read, or when watching ends. */
  async newerThan(uid: string, sinceMs: number): Promise<void> {
    while (!this.#ports.signal.aborted) {
      const record = this.#records.get(uid);
      if (!record || (!record.reinspect && record.observedMs >= sinceMs)) return;
      this.hurry();
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Lists and reads one pod now, without waiting for the next round. */
  async relistPod(uid: string): Promise<void> {
    await this.#alone(async (beganMs) => {
      const record = this.#records.get(uid);
      const listed = record && (await listPod(this.#ports.call, uid));
      if (record && listed) await this.#inspect(record, ofPod(listed, uid), beganMs);
    });
  }

  /** Resolves when no relist is in flight; none begins until `resume`. */
  async pause(): Promise<void> {
    this.#paused ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    await this.#busy;
  }

  resume(): void {
    this.#paused = undefined;
    this.#resume();
    this.hurry();
  }

  async ended(): Promise<void> {
    this.#resume();
    await this.#running;
    await this.#busy;
  }

  async #run(): Promise<void> {
    while (!this.#ports.signal.aborted) {
      await this.#paused;
      if (this.#records.size > 0) await this.#relist();
      await this.#rest();
    }
    this.#notify();
  }

  async #rest(): Promise<void> {
    const { clock, pace, signal } = this.#ports;
    const beganMs = clock.nowMs();
    while (!signal.aborted) {
      const period = this.#allBusy() ? pace.relistBusyMs : this.#restMs;
      const leftMs = beganMs + period - clock.nowMs();
      if (leftMs <= 0) break;
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
      await clock.sleep(leftMs, AbortSignal.any([this.#wake.signal, signal]));
    }
    this.#restMs = Math.min(this.#restMs * 1.5, pace.relistIdleMs);
  }

  #allBusy(): boolean {
    return [...this.#records.values()].every(({ watcher }) => watcher.isBusy());
  }

  async #relist(): Promise<void> {
    await this.#alone(async (beganMs) => {
      const all = await listAll(this.#ports.call);
      if (!all) return;
      for (const record of [...this.#records.values()]) {
        await this.#inspect(record, ofPod(all, record.watcher.uid), beganMs);
      }
    });
  }

  /** One list at a time; whoever waits is told afterwards. */
  async #alone(work: (beganMs: number) => Promise<void>): Promise<void> {
    const turn = this.#busy.then(() => work(this.#ports.clock.nowMs()));
    this.#busy = turn;
    await turn;
    this.#notify();
  }

  async #inspect(record: Record, listed: Listed, beganMs: number): Promise<void> {
    const after = snapshotOf(listed);
    const events = eventsBetween(record.snapshot, after);
    if (events.length > 0 || record.reinspect) {
      const gone = after.size === 0;
      const status = gone ? noStatus : await readPodStatus(this.#ports.call, listed);
      record.reinspect = status === undefined;
      if (!status) return;
      this.#restMs = this.#ports.pace.relistMs;
      record.snapshot = after;
      record.observedMs = beganMs;
      record.watcher.observe(status, events);
    }
    record.observedMs = beganMs;
  }

  #notify(): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of all) resolve();
  }
}
