// SPDX-License-Identifier: Apache-2.0
import { isReady, noStatus, type PodStatus } from '../decide/report/pod-status.js';
import type { Listed, ReadPorts } from './list-pod.js';
import { eventsBetween, snapshotOf, type PodEvent, type Snapshot } from './pod-event.js';
import { inspectPod } from './read-status.js';

/** A pod that wants to know what a relist shows of it. */
export interface Watcher {
  readonly uid: string;
  /** Its sync is in flight, so nothing waits for a relist. */
  isBusy(): boolean;
  observe(status: PodStatus, events: readonly PodEvent[]): void;
}

/** What was seen of one pod, and when. */
export class PodRecord {
  readonly watcher: Watcher;
  /** When the look began that showed all that is known. */
  observedMs = -1;
  /** The last read failed: look again even if the lists stay the same. */
  reinspect = false;
  #snapshot: Snapshot = new Map();
  #ips: readonly string[] = [];

  constructor(watcher: Watcher) {
    this.watcher = watcher;
  }

  isNewerThan(sinceMs: number): boolean {
    return !this.reinspect && this.observedMs >= sinceMs;
  }

  /** Reads the pod if the lists show something new of it. True: the watcher was told. */
  async inspect(ports: ReadPorts, listed: Listed, beganMs: number): Promise<boolean> {
    const after = snapshotOf(listed);
    const events = eventsBetween(this.#snapshot, after);
    if (events.length === 0 && !this.reinspect) {
      this.observedMs = beganMs;
      return false;
    }
    const { uid } = this.watcher;
    const status = after.size === 0 ? noStatus : await inspectPod(ports, { listed, uid });
    this.reinspect = status === undefined;
    if (!status) return false;
    this.#update(status, after, beganMs);
    return true;
  }

  /** What an event of the runtime says, instead of a look. */
  applyEvent(status: PodStatus, atMs: number): void {
    this.#update(status, snapshotOf(status), atMs);
  }

  #update(status: PodStatus, after: Snapshot, atMs: number): void {
    const events = eventsBetween(this.#snapshot, after);
    this.#snapshot = after;
    this.observedMs = atMs;
    this.#ips = this.#ipsOf(status);
    this.watcher.observe({ ...status, ips: this.#ips }, events);
  }

  /** A pod whose sandboxes all ended keeps the addresses it had. */
  #ipsOf({ ips, sandboxes }: PodStatus): readonly string[] {
    if (sandboxes.length === 0) return ips;
    return ips.length > 0 || sandboxes.some(isReady) ? ips : this.#ips;
  }
}
