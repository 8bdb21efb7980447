// SPDX-License-Identifier: Apache-2.0
import { isReady, noStatus, type PodStatus } from '../decide/report/pod-status.js';
import type { PodLists, ReadPorts } from './list-pod.js';
import { eventsBetween, snapshotOf, type PodEvent, type Snapshot } from './pod-event.js';
import { inspectPod } from './read-status.js';

/** Receives what relists show of one pod. */
export interface Watcher {
  readonly uid: string;
  /** A sync is in flight, so nothing waits for a relist. */
  isBusy(): boolean;
  observe(status: PodStatus, events: readonly PodEvent[]): void;
}

/** pleg/generic.go, podRecord: what was seen of one pod, and when. */
export class PodRecord {
  readonly watcher: Watcher;
  /** Start of the list that this state is from. */
  observedMs = -1;
  /** The last read failed: read again even if the lists do not change. */
  reinspect = false;
  #snapshot: Snapshot = new Map();
  #ips: readonly string[] = [];

  constructor(watcher: Watcher) {
    this.watcher = watcher;
  }

  isNewerThan(sinceMs: number): boolean {
    return !this.reinspect && this.observedMs >= sinceMs;
  }

  /** pleg/generic.go, updateCache: reads the pod if its lists changed. True: the watcher was called. */
  async inspect(ports: ReadPorts, listed: PodLists, beganMs: number): Promise<boolean> {
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

  /** Takes the state from an event instead of a read. */
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

  /** pleg/generic.go, getPodIPs: a pod keeps its addresses when all its sandboxes ended. */
  #ipsOf({ ips, sandboxes }: PodStatus): readonly string[] {
    if (sandboxes.length === 0) return ips;
    return ips.length > 0 || sandboxes.some(isReady) ? ips : this.#ips;
  }
}
