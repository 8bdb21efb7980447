// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { DeadContainers } from './dead-containers.js';
import { terminationGraceSeconds } from './decide/grace-period.js';
import { podPhase } from './decide/pod-phase.js';
import { noStatus, type PodStatus } from './decide/pod-status.js';
import { killPod } from './do/kill-pod.js';
import { stillRunning, syncPod } from './do/sync-pod.js';
import type { Hands, PodSync } from './do/sync-context.js';
import type { Problem } from './pod-life.js';
import { Bell } from './signals.js';
import { readPod } from './watch/list-pod.js';
import type { PodEvent } from './watch/pod-event.js';
import type { Relister, Watcher } from './watch/relister.js';

export interface WorkerPorts {
  readonly hands: Hands;
  readonly relister: Relister;
  readonly uid: string;
  /** Rung at every change that a view would show. */
  readonly changed: Bell;
  /** Between syncs: waits while the kubelet is paused. */
  readonly mayGoOn: () => Promise<void>;
}

interface Round {
  readonly nextMs: number;
  readonly relist: boolean;
}

/** One pod's worker: syncs never overlap, and each one sees a relist younger than the one before it. */
export class PodWorker implements Watcher {
  readonly uid: string;
  readonly deadContainers: DeadContainers;
  readonly #ports: WorkerPorts;
  readonly #wake = new Bell();
  pod: Pod;
  deleted = false;
  evicted = false;
  terminated = false;
  syncing = false;
  problems: readonly Problem[] = [];
  failedSyncs = 0;
  /** What was seen last, by a relist or by the check after a kill. */
  seen: PodStatus = noStatus;
  #status: PodStatus = noStatus;
  #terminating = false;
  #override: number | undefined;
  #lastEndMs: number;
  #woken = true;
  #running: Promise<void> | undefined;

  constructor(ports: WorkerPorts, pod: Pod) {
    this.#ports = ports;
    this.uid = ports.uid;
    this.pod = pod;
    this.deadContainers = new DeadContainers(ports.hands);
    this.#lastEndMs = ports.hands.clock.nowMs();
  }

  start(): void {
    this.#ports.relister.watch(this);
    this.#running = this.#run();
  }

  /** The pod is to go, with this much grace. */
  terminate(pod: Pod): void {
    this.pod = pod;
    this.deleted = true;
    this.#endWith(terminationGraceSeconds(pod));
  }

  /** The node needs its room: nothing of it is kept, and nothing is started again. */
  evict(graceSeconds: number): void {
    this.evicted = true;
    this.#endWith(Math.max(1, graceSeconds));
  }

  /** The pod as the API has it now. */
  update(pod: Pod): void {
    this.pod = pod;
    this.#rouse();
  }

  #endWith(grace: number): void {
    this.#override =
      this.#terminating && this.#override !== undefined ? Math.min(this.#override, grace) : grace;
    this.#terminating = true;
    this.#rouse();
  }

  isBusy(): boolean {
    return this.syncing;
  }

  observe(status: PodStatus, events: readonly PodEvent[]): void {
    this.#status = status;
    this.seen = status;
    this.deadContainers.afterEvents(status, events, this.mayBeRemoved);
    if (events.length === 0 || events.some(({ what }) => what === 'started' || what === 'died'))
      this.#rouse();
    this.#ports.changed.ring();
  }

  /** Nothing of the pod is needed any more. */
  get mayBeRemoved(): boolean {
    return (this.deleted && this.terminated) || this.evicted;
  }

  /** Resolves when the loop has ended, which the hands' signal makes it do. */
  async ended(): Promise<void> {
    await this.#running;
    await this.deadContainers.idle();
  }

  /** The pod as this sync sees it. */
  sync(): PodSync {
    return { hands: this.#ports.hands, pod: this.pod, uid: this.uid, status: this.#status };
  }

  #isOver(): boolean {
    return this.#ports.hands.signal.aborted;
  }

  #rouse(): void {
    this.#woken = true;
    this.#wake.ring();
  }

  async #run(): Promise<void> {
    let nextMs = 0;
    while (!this.#isOver() && !this.terminated) {
      await this.#untilDue(nextMs);
      nextMs = await this.#round();
    }
    this.#ports.changed.ring();
  }

  async #untilDue(nextMs: number): Promise<void> {
    const { clock, signal } = this.#ports.hands;
    const leftMs = nextMs - clock.nowMs();
    if (!this.#woken && leftMs > 0) await clock.sleep(leftMs, AbortSignal.any([this.#wake.next, signal]));
    this.#woken = false;
  }

  async #round(): Promise<number> {
    const { clock } = this.#ports.hands;
    await this.#ports.relister.newerThan(this.uid, this.#lastEndMs);
    await this.deadContainers.idle();
    await this.#ports.mayGoOn();
    if (this.#isOver()) return 0;
    this.syncing = true;
    const round = this.#terminating ? await this.#end() : await this.#sync();
    this.syncing = false;
    this.#lastEndMs = clock.nowMs();
    this.#ports.changed.ring();
    this.#ports.relister.hurry();
    if (round.relist && !this.#isOver()) await this.#ports.relister.relistPod(this.uid);
    return round.nextMs;
  }

  async #sync(): Promise<Round> {
    const { pace } = this.#ports.hands;
    const phase = podPhase(this.pod, this.#status);
    if (phase === 'Failed' || phase === 'Succeeded') {
      this.#ports.hands.journal('pod is over', { phase });
      this.#terminating = true;
      return { nextMs: 0, relist: false };
    }
    const { problems, acted } = await syncPod(this.sync());
    this.#note(problems);
    if (problems.length === 0) return { nextMs: this.#after(pace.resyncMs), relist: acted };
    const waits = problems.flatMap(({ retryMs }) => (retryMs === undefined ? [] : [retryMs]));
    const waitMs = waits.length === 0 ? pace.retryMs : Math.min(...waits, pace.resyncMs);
    return { nextMs: this.#after(waitMs), relist: false };
  }

  /** Kills the pod and looks whether that worked. */
  async #end(): Promise<Round> {
    const { hands } = this.#ports;
    const { pace } = hands;
    hands.journal('kill pod', { graceSeconds: this.#override ?? null, deleted: this.deleted });
    const problems = [...(await killPod(this.sync(), this.#override))];
    if (problems.length === 0) {
      const status = await readPod(hands.call, this.uid);
      if (status) this.seen = status;
      problems.push(...this.#afterKill(status));
    }
    this.#note(problems);
    this.terminated = problems.length === 0 && !this.#isOver();
    if (this.terminated) hands.journal('pod terminated', { deleted: this.deleted });
    return { nextMs: this.#after(pace.retryMs), relist: false };
  }

  #afterKill(status: PodStatus | undefined): readonly Problem[] {
    if (!status) return [{ reason: 'FailedToKillPod', message: 'the pod could not be read after the kill' }];
    return stillRunning({ pod: this.pod, status }).map((container) => ({
      reason: 'FailedToKillPod',
      container,
      message: 'it is running after a kill that the runtime answered well',
    }));
  }

  #note(problems: readonly Problem[]): void {
    this.problems = problems;
    const failed = problems.filter(({ reason }) => !reason.endsWith('BackOff'));
    if (problems.length === 0) this.failedSyncs = 0;
    else if (failed.length > 0) this.failedSyncs += 1;
    for (const problem of failed) this.#ports.hands.journal('sync failed', { ...problem });
  }

  #after(ms: number): number {
    const { hands } = this.#ports;
    const { pace } = hands;
    return hands.clock.nowMs() + ms * (1 + Math.random() * pace.jitter);
  }
}
