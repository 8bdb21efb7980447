// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { ContainerDeletor } from './container-deletor.js';
import { refusedAtAdmission } from '../decide/sync/admission.js';
import { evictionGraceSeconds, terminationGraceSeconds } from '../decide/sync/grace-period.js';
import { noStatus, type PodStatus } from '../decide/report/pod-status.js';
import { retryWaitMs, type SyncOutcome } from '../decide/sync/next-sync.js';
import { killPod, problemsAfterKill } from '../sync/kill/kill-pod.js';
import { syncPod } from '../sync/sync-pod.js';
import type { KubeletContext, PodSync } from '../context/kubelet-context.js';
import { ifNodeProblem, type NodeProblem } from '../context/node-problem.js';
import type { PodPhase, Problem } from '../decide/report/pod-controller.js';
import { PodEnding } from './pod-ending.js';
import { PodReporter } from './pod-reporter.js';
import type { PodSnapshot } from './pod-view.js';
import type { Prober } from '../probes/prober.js';
import { WakeupTimer, type ChangeNotifier } from '../context/wakeups.js';
import { readAfterKill } from '../pleg/read-after-kill.js';
import type { PodEvent } from '../pleg/pod-event.js';
import type { Watcher } from '../pleg/pod-record.js';
import type { Pleg } from '../pleg/pleg.js';

export interface WorkerPorts {
  readonly ctx: KubeletContext;
  readonly pleg: Pleg;
  readonly prober: Prober;
  readonly uid: string;
  /** Notified of every change that a view shows. */
  readonly changed: ChangeNotifier;
  /** Between syncs: waits while the kubelet is paused, or the runtime is down. */
  readonly readyToSync: () => Promise<void>;
}

type PodState = { -readonly [K in keyof PodSnapshot]: PodSnapshot[K] };

/**
 * pod_workers.go, podWorkerLoop: syncs of a pod never overlap, and each one sees a relist younger than the
 * sync before it.
 */
export class PodWorker implements Watcher {
  readonly uid: string;
  readonly containerDeletor: ContainerDeletor;
  readonly reporter: PodReporter;
  readonly #ports: WorkerPorts;
  readonly #wakeups = new WakeupTimer();
  readonly #ending = new PodEnding();
  readonly #state: PodState;
  /** From the last relist: what the next sync works on. */
  #status: PodStatus = noStatus;
  #lastEndMs: number;
  #running: Promise<void> | undefined;

  constructor(ports: WorkerPorts, pod: Pod) {
    this.#ports = ports;
    this.uid = ports.uid;
    this.#state = {
      pod,
      deleted: false,
      evicted: false,
      terminated: false,
      syncing: false,
      problems: [],
      failedSyncs: 0,
      seen: noStatus,
    };
    this.containerDeletor = new ContainerDeletor({
      ctx: ports.ctx,
      isInit: (name) => this.#state.pod.spec.initContainers?.some((each) => each.name === name) === true,
    });
    this.reporter = new PodReporter(ports.ctx);
    this.#lastEndMs = ports.ctx.clock.nowMs();
  }

  /** A copy: only the worker changes its state. */
  get snapshot(): PodSnapshot {
    return { ...this.#state };
  }

  start(): void {
    const refusal = refusedAtAdmission(this.#state.pod, this.#ports.ctx);
    if (refusal) {
      this.#reject(refusal);
      return;
    }
    this.#ports.pleg.watch(this);
    this.#running = this.#run();
  }

  /** kubelet.go, rejectPod: nothing of the pod ever reaches the runtime. */
  #reject(refusal: Problem): void {
    this.#setProblems([refusal]);
    this.reporter.fail();
    this.#state.terminated = true;
  }

  /** The pod was deleted. */
  terminate(pod: Pod): void {
    this.#state.pod = pod;
    this.#state.deleted = true;
    this.#ending.begin(terminationGraceSeconds(pod, this.#ports.ctx.traits));
    this.wake();
  }

  /** Nothing of an evicted pod is kept or started again. */
  evict(graceSeconds: number): void {
    this.#state.evicted = true;
    this.#ending.begin(evictionGraceSeconds(graceSeconds, this.#ports.ctx.traits));
    this.wake();
  }

  /** The pod changed in the API. */
  update(pod: Pod): void {
    this.#state.pod = pod;
    this.wake();
  }

  isBusy(): boolean {
    return this.#state.syncing;
  }

  observe(status: PodStatus, events: readonly PodEvent[]): void {
    this.#status = status;
    this.#state.seen = status;
    this.containerDeletor.afterEvents(status, events, this.mayBeRemoved);
    if (events.length === 0 || events.some(({ what }) => what === 'started' || what === 'died')) this.wake();
    this.#ports.changed.notify();
  }

  /** The kubelet no longer knows the pod: what still runs of it is an orphan. */
  get isForgotten(): boolean {
    return this.#state.deleted && this.#state.terminated;
  }

  /** pod_workers.go, ShouldPodContentBeRemoved. */
  get mayBeRemoved(): boolean {
    return this.isForgotten || this.#state.evicted;
  }

  /** Resolves when the loop has ended; the signal ends it. */
  async ended(): Promise<void> {
    await this.#running;
    await this.containerDeletor.idle();
  }

  /** What the next sync works on. */
  sync(): PodSync {
    const { ctx } = this.#ports;
    const isEnding = (): boolean => this.#ending.begun;
    return { ctx, pod: this.#state.pod, uid: this.uid, status: this.#status, isEnding };
  }

  #isOver(): boolean {
    return this.#ports.ctx.signal.aborted;
  }

  /** Triggers a sync. */
  wake(): void {
    this.#wakeups.wake();
  }

  async #run(): Promise<void> {
    let nextMs = 0;
    while (!this.#isOver() && !this.#state.terminated) {
      await this.#wakeups.wait(nextMs, this.#ports.ctx);
      nextMs = await this.#syncOnce();
    }
    this.#ports.changed.notify();
  }

  async #syncOnce(): Promise<number> {
    const { clock } = this.#ports.ctx;
    await this.#ports.pleg.newerThan(this.uid, this.#lastEndMs);
    await this.containerDeletor.settled();
    await this.#ports.readyToSync();
    if (this.#isOver()) return 0;
    this.#state.syncing = true;
    this.containerDeletor.syncBegins();
    const outcome = await (this.#ending.begun ? this.#end() : this.#sync()).catch(
      ifNodeProblem((problem) => this.#failedOnNode(problem)),
    );
    this.#state.syncing = false;
    this.#lastEndMs = clock.nowMs();
    this.#ports.changed.notify();
    this.#ports.pleg.relistSoon();
    if (outcome.relist && !this.#isOver()) await this.#ports.pleg.relistPod(this.uid);
    if (outcome.reinspect === true) this.#ports.pleg.reinspect(this.uid);
    return outcome.nextMs;
  }

  /** A file of the node could not be used: retried like any failed sync. */
  #failedOnNode({ message }: NodeProblem): SyncOutcome {
    this.#setProblems([{ reason: 'FailedOnNode', message }]);
    return { nextMs: this.#after(this.#ports.ctx.pace.retryMs), relist: false };
  }

  async #sync(): Promise<SyncOutcome> {
    const { pace, traits } = this.#ports.ctx;
    const phase = await this.#report();
    if (phase === 'Failed' || phase === 'Succeeded') {
      this.#ports.ctx.note('pod is over', { phase });
      this.#ending.begin();
      return { nextMs: 0, relist: false };
    }
    this.#ports.prober.watch(this.#state.pod, this.uid);
    const { problems, acted, resized } = await syncPod(this.sync());
    this.#setProblems(problems);
    const nextMs = this.#after(retryWaitMs(problems, pace, traits));
    return { nextMs, relist: acted && problems.length === 0, reinspect: resized };
  }

  async #end(): Promise<SyncOutcome> {
    const { ctx, prober } = this.#ports;
    await this.#report();
    prober.stopLivenessAndStartup(this.#state.pod, this.uid);
    ctx.note('kill pod', { graceSeconds: this.#ending.graceSeconds ?? null, deleted: this.#state.deleted });
    const problems = await this.#killAndVerify();
    this.#setProblems(problems);
    if (problems.length > 0 || this.#isOver())
      return { nextMs: this.#after(ctx.pace.retryMs), relist: false };
    this.#state.terminated = this.#ending.killed(this.#killsNeeded());
    ctx.note('pod killed', { terminated: this.#state.terminated, deleted: this.#state.deleted });
    if (this.#state.terminated) ctx.idRanges.release(this.uid);
    return { nextMs: 0, relist: false };
  }

  async #killAndVerify(): Promise<readonly Problem[]> {
    const problems = await killPod(this.sync(), this.#ending.graceSeconds);
    if (problems.length > 0) return problems;
    this.#ports.prober.forget(this.uid);
    const status = await readAfterKill(this.#ports, this.uid, () => this.#status);
    if (status) this.#state.seen = status;
    if (status) await this.reporter.readTerminationMessages(status);
    return problemsAfterKill(status);
  }

  /** Kubelets until 1.21 kill a finished pod on every sync, so twice in practice. */
  #killsNeeded(): number {
    const { traits } = this.#ports.ctx;
    return traits.terminationStateMachine || this.#state.deleted || this.#state.evicted ? 1 : 2;
  }

  /** Every sync starts with a report. This also registers new containers with the prober. */
  async #report(): Promise<PodPhase> {
    const { pod, problems, evicted: terminal } = this.#state;
    const status = this.#status;
    this.#ports.prober.observe(pod, this.uid, status);
    return (await this.reporter.report({ pod, status, problems, terminal })).phase;
  }

  #setProblems(problems: readonly Problem[]): void {
    this.#state.problems = problems;
    const failed = problems.filter(({ reason }) => !reason.endsWith('BackOff'));
    if (problems.length === 0) this.#state.failedSyncs = 0;
    else if (failed.length > 0) this.#state.failedSyncs += 1;
    for (const problem of failed) this.#ports.ctx.note('sync failed', { ...problem });
  }

  #after(ms: number): number {
    const { clock, pace } = this.#ports.ctx;
    return (
      clock.nowMs() +
      this.reporter.capAtActiveDeadline(this.#state.pod, ms * (1 + Math.random() * pace.jitter))
    );
  }
}
