// SPDX-License-Identifier: Apache-2.0
import { SerialQueue } from '../context/serial-queue.js';
import { notNeeded, type Clock } from '#base/clock.js';
import type { PodStatus } from '../decide/report/pod-status.js';
import type { Pace } from '../model/pace.js';
import { listAll, listPod, ofPod, type PodLists, type ReadPorts } from './list-pod.js';
import { PodRecord, type Watcher } from './pod-record.js';

export interface PlegPorts extends ReadPorts {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** Without a relist for this long no pod is synced. */
const healthyMs = { generic: 180_000, evented: 600_000 };
/** With EventedPLEG: between relists, and how long the state from events counts as fresh. */
const eventedMs = { relist: 300_000, fresh: 5000 };

/** In a long wait without news, the rest between two relists grows to this part of the wait. */
const partOfQuiet = 1 / 50;

/**
 * pleg/generic.go, GenericPLEG: lists everything again and again, and reads the pods that changed. One list
 * at a time.
 */
export class Pleg {
  readonly #ports: PlegPorts;
  readonly #records = new Map<string, PodRecord>();
  readonly #waiting = new Set<() => void>();
  #wake = new AbortController();
  readonly #queue = new SerialQueue();
  #paused: Promise<void> | undefined;
  #resume: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #restMs: number;
  /** When there last was a reason to hurry. */
  #newsMs: number;
  #listedMs: number | undefined;
  #evented = false;

  constructor(ports: PlegPorts) {
    this.#ports = ports;
    this.#restMs = ports.pace.relistMs;
    this.#newsMs = ports.clock.nowMs();
    ports.signal.addEventListener('abort', () => {
      this.#notify();
      this.relistSoon();
    });
  }

  watch(watcher: Watcher): void {
    this.#records.set(watcher.uid, new PodRecord(watcher));
    this.#running ??= this.#run();
    this.relistSoon();
  }

  unwatch(uid: string): void {
    this.#records.delete(uid);
    this.#notify();
  }

  /** Relists as soon as the pace allows. */
  relistSoon(): void {
    this.#hurry();
    this.#wake.abort(notNeeded);
  }

  /** container/cache.go, GetNewerThan: resolves after a relist that began later, or when watching ends. */
  async newerThan(uid: string, sinceMs: number): Promise<void> {
    for (let isFirst = true; !this.#ports.signal.aborted; isFirst = false) {
      const record = this.#records.get(uid);
      if (!record || record.isNewerThan(sinceMs)) return;
      // Once: whoever waits for a pod that cannot be read waits long.
      if (isFirst) this.relistSoon();
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** The on-demand relist of one pod. Skipped if everything was listed meanwhile; kubelets before 1.36 have none. */
  async relistPod(uid: string): Promise<void> {
    if (!this.#ports.traits.onDemandRelist) return;
    const askedMs = this.#ports.clock.nowMs();
    await this.#alone(async (beganMs) => {
      const record = this.#records.get(uid);
      if (!record || record.isNewerThan(askedMs)) return;
      const listed = await listPod(this.#ports.call, uid);
      if (listed) await this.#inspect(record, listed, beganMs);
    });
  }

  /** The next relist reads the pod even if its lists did not change. */
  reinspect(uid: string): void {
    const record = this.#records.get(uid);
    if (record) record.reinspect = true;
  }

  /** Healthy: resolves if the last relist is younger than three minutes, or when watching ends. */
  async healthy(): Promise<void> {
    while (!this.#isHealthy() && !this.#ports.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Whether events replace most relists. */
  setEvented(evented: boolean): void {
    this.#evented = evented;
    this.relistSoon();
  }

  /** Takes the state of a pod from an event. */
  applyEvent(uid: string, status: PodStatus): void {
    this.#records.get(uid)?.applyEvent(status, this.#ports.clock.nowMs());
    this.#notify();
  }

  get isPaused(): boolean {
    return this.#paused !== undefined;
  }

  /** Resolves when no relist is in flight; none begins until `resume`. */
  async pause(): Promise<void> {
    this.#paused ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    await this.#queue.idle();
  }

  resume(): void {
    this.#paused = undefined;
    this.#resume();
    this.relistSoon();
  }

  async ended(): Promise<void> {
    this.#resume();
    await this.#running;
    await this.#queue.idle();
  }

  #isHealthy(): boolean {
    const limitMs = this.#evented ? healthyMs.evented : healthyMs.generic;
    return this.#listedMs !== undefined && this.#ports.clock.nowMs() - this.#listedMs < limitMs;
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
    const { clock, signal } = this.#ports;
    const beganMs = clock.nowMs();
    while (!signal.aborted) {
      const leftMs = beganMs + this.#period() - clock.nowMs();
      if (leftMs <= 0) break;
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
      await clock.sleep(leftMs, AbortSignal.any([this.#wake.signal, signal]));
    }
    this.#restMs = Math.min(this.#restMs * 1.5, this.#longestRestMs());
  }

  #period(): number {
    const { pace } = this.#ports;
    const records = [...this.#records.values()];
    const listens = this.#evented && this.#listedMs !== undefined;
    if (listens && !records.some((record) => record.reinspect || record.observedMs < 0))
      return this.#scaled(eventedMs.fresh);
    return records.every(({ watcher }) => watcher.isBusy()) ? pace.relistBusyMs : this.#restMs;
  }

  #scaled(ms: number): number {
    return (ms * this.#ports.pace.relistMs) / 1000;
  }

  async #relist(): Promise<void> {
    await this.#alone(async (beganMs) => {
      if (this.#eventsSuffice(beganMs)) return;
      const all = await listAll(this.#ports);
      if (!all) return;
      this.#listedMs = beganMs;
      for (const record of [...this.#records.values()]) {
        await this.#inspect(record, ofPod(all, record.watcher.uid), beganMs);
      }
    });
  }

  /** With EventedPLEG on, the state from events counts as new and nothing is listed. */
  #eventsSuffice(nowMs: number): boolean {
    const records = [...this.#records.values()];
    const listedMs = this.#listedMs ?? -Infinity;
    if (!this.#evented || nowMs - listedMs >= this.#scaled(eventedMs.relist)) return false;
    if (records.some((record) => record.reinspect || record.observedMs < 0)) return false;
    for (const record of records) record.observedMs = nowMs;
    return true;
  }

  async #inspect(record: PodRecord, listed: PodLists, beganMs: number): Promise<void> {
    if (this.#records.get(record.watcher.uid) !== record) return;
    if (await record.inspect(this.#ports, listed, beganMs)) this.#hurry();
  }

  #hurry(): void {
    this.#restMs = this.#ports.pace.relistMs;
    this.#newsMs = this.#ports.clock.nowMs();
  }

  /** While a runtime keeps a call for minutes, a run would fill its evidence with equal lists. */
  #longestRestMs(): number {
    const { clock, pace } = this.#ports;
    const quietMs = clock.nowMs() - this.#newsMs;
    return Math.max(pace.relistIdleMs, Math.min(quietMs * partOfQuiet, pace.relistBusyMs));
  }

  /** One list at a time. */
  async #alone(work: (beganMs: number) => Promise<void>): Promise<void> {
    await this.#queue.run(() => work(this.#ports.clock.nowMs()));
    this.#notify();
  }

  #notify(): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of all) resolve();
  }
}
