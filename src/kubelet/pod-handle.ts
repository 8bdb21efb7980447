// SPDX-License-Identifier: Apache-2.0
import { longestTimerMs, notNeeded } from '#base/clock.js';
import { understood } from './pods/adopt-pod.js';
import type { Pod } from '#pod/pod.js';
import type { KubeletProcess } from './kubelet-process.js';
import type { DeleteOptions, PodController, PodView, UntilOptions } from './decide/report/pod-controller.js';
import { podView } from './pods/pod-view.js';
import type { PodWorker } from './pods/pod-worker.js';
import { untilHolds, type ChangeNotifier } from './context/wakeups.js';

export interface HandlePorts {
  readonly uid: string;
  /** The pod it replaces, and waits for. */
  readonly after: PodHandle | undefined;
  readonly source: 'api' | 'file';
  readonly changed: ChangeNotifier;
  /** The current process. */
  readonly process: () => KubeletProcess;
  /** Pauses the whole kubelet. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  readonly restart: () => Promise<void>;
}

/** How long garbage collection waits for the relist before it. */
const relistTimeoutMs = 10_000;

export class PodHandle implements PodController {
  readonly uid: string;
  readonly #ports: HandlePorts;
  #worker: PodWorker;

  constructor(ports: HandlePorts, pod: Pod) {
    this.uid = ports.uid;
    this.#ports = ports;
    this.#worker = this.#take(pod, false);
  }

  get pod(): Pod {
    return this.#worker.snapshot.pod;
  }

  view(): PodView {
    return podView(this.#worker, this.#ports.process().ctx);
  }

  async until(condition: (view: PodView) => boolean, { timeoutMs, signal }: UntilOptions): Promise<boolean> {
    const { changed, process } = this.#ports;
    const { clock } = process().ctx;
    return untilHolds(() => condition(this.view()), { changes: changed, clock, timeoutMs, signal });
  }

  update(pod: Pod): void {
    const { metadata, spec } = this.pod;
    this.#note('pod updated');
    const known = understood(pod, this.#ports.process().ctx.traits);
    this.#worker.update({ metadata, spec: { ...spec, ...known.spec } });
  }

  async delete(options: DeleteOptions = {}): Promise<'terminated' | 'stuck'> {
    const { gracePeriodSeconds } = options;
    const pod = this.#deletedPod(gracePeriodSeconds);
    this.#note('pod deleted', { gracePeriodSeconds: gracePeriodSeconds ?? null });
    this.#worker.terminate(pod);
    return this.#untilTerminated(pod, options);
  }

  async evict(options: DeleteOptions = {}): Promise<'terminated' | 'stuck'> {
    const gracePeriodSeconds = options.gracePeriodSeconds ?? 1;
    this.#note('pod evicted', { gracePeriodSeconds });
    this.#worker.evict(gracePeriodSeconds);
    return this.#untilTerminated(this.pod, options);
  }

  async #untilTerminated(pod: Pod, options: DeleteOptions): Promise<'terminated' | 'stuck'> {
    this.#ports.changed.notify();
    const grace = pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0;
    const timeoutMs = options.timeoutMs ?? grace * 1000 + 60_000;
    const { signal } = options;
    const isOver = await this.until((view) => view.terminated, { timeoutMs, ...(signal && { signal }) });
    return isOver ? 'terminated' : 'stuck';
  }

  /** First waits until dead containers were seen, and removed if the kubelet does that by itself. */
  async collectGarbage(): Promise<void> {
    const { signal } = this.#ports.process().ctx;
    const options = { timeoutMs: relistTimeoutMs, signal };
    await this.relisted(options);
    await this.removed();
    await this.relisted(options);
    await this.#ports.process().collectGarbage(this.uid);
  }

  async relisted({ timeoutMs, signal }: UntilOptions): Promise<boolean> {
    const { pleg, ctx } = this.#ports.process();
    if (pleg.isPaused) return false;
    const fresh = pleg.newerThan(this.uid, ctx.clock.nowMs()).then(() => !ctx.signal.aborted);
    const over = new AbortController();
    const ends = AbortSignal.any([over.signal, ctx.signal, ...(signal ? [signal] : [])]);
    const patience = ctx.clock.sleep(timeoutMs, ends).then(() => false);
    try {
      return await Promise.race([fresh, patience]);
    } finally {
      over.abort(notNeeded);
    }
  }

  async pause(): Promise<void> {
    await this.#ports.pause();
  }

  resume(): void {
    this.#ports.resume();
  }

  async restartKubelet(): Promise<void> {
    await this.#ports.restart();
  }

  /** Resolves when the pod has terminated, or the signal aborts. */
  async over(signal: AbortSignal): Promise<void> {
    await this.until((view) => view.terminated, { timeoutMs: longestTimerMs, signal });
  }

  /** Resolves when no sync is in flight. */
  async quiet(): Promise<void> {
    const { signal } = this.#ports.process().ctx;
    await this.until((view) => !view.syncing, { timeoutMs: longestTimerMs, signal });
  }

  /** Resolves when no removal of a dead container is pending. */
  async removed(): Promise<void> {
    await this.#worker.containerDeletor.idle();
  }

  /** A new worker, in the process after a restart. */
  async recreateWorker(): Promise<void> {
    const { snapshot, reporter } = this.#worker;
    const before = this.view();
    this.#worker = this.#take(snapshot.pod, snapshot.deleted);
    if (this.#ports.source === 'api') {
      this.#worker.reporter.resume(before);
      this.#worker.reporter.beganMs = reporter.beganMs;
    }
    const { pleg, ctx } = this.#ports.process();
    await pleg.newerThan(this.uid, ctx.clock.nowMs());
  }

  #take(pod: Pod, deleted: boolean): PodWorker {
    const { uid, changed, process, after } = this.#ports;
    const predecessorGone = async (signal: AbortSignal): Promise<void> => after?.over(signal);
    return process().take({ pod, uid, deleted, changed, predecessorGone });
  }

  #note(what: string, facts?: Record<string, unknown>): void {
    this.#ports.process().ctx.note(what, facts);
  }

  /** The pod as its source shows it after the deletion. A forced deletion names no grace period. */
  #deletedPod(gracePeriodSeconds: number | undefined): Pod {
    const { pod } = this;
    const forced = gracePeriodSeconds === 0 || (pod.spec.terminationGracePeriodSeconds ?? 30) === 0;
    if (forced || (this.#ports.source === 'file' && gracePeriodSeconds === undefined)) return pod;
    const grace = gracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
    const deletion = { deletionTimestamp: new Date().toISOString(), deletionGracePeriodSeconds: grace };
    return { ...pod, metadata: { ...pod.metadata, ...deletion } };
  }
}
