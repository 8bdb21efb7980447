// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { collectGarbage } from './do/collect-garbage.js';
import type { DeleteOptions, PodLife, PodView, UntilOptions } from './pod-life.js';
import { podView } from './pod-view.js';
import type { PodWorker, WorkerPorts } from './pod-worker.js';
import { untilHolds, type Bell } from './signals.js';

/** Everything of a kubelet process: thrown away as a whole when it restarts. */
export interface Process {
  readonly worker: PodWorker;
  readonly ports: WorkerPorts;
  /** Gives up what is in flight. */
  stop(): Promise<void>;
}

export interface HandlePorts {
  readonly uid: string;
  readonly source: 'api' | 'file';
  readonly changed: Bell;
  readonly start: (pod: Pod, deleted: boolean) => Process;
  /** Of the kubelet as a whole. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** What Node's timers can hold. */
const longestSleepMs = 2 ** 31 - 1;
/** How long garbage collection waits for the relist that comes before it. */
const relistPatienceMs = 10_000;

export class PodHandle implements PodLife {
  readonly uid: string;
  readonly #ports: HandlePorts;
  #process: Process;
  #paused = false;

  constructor(ports: HandlePorts, pod: Pod) {
    this.uid = ports.uid;
    this.#ports = ports;
    this.#process = ports.start(pod, false);
  }

  get pod(): Pod {
    return this.#process.worker.pod;
  }

  view(): PodView {
    const { worker, ports } = this.#process;
    const { pod, uid, problems, failedSyncs, syncing, deleted, terminated } = worker;
    const { podLogsDir } = ports.hands.node;
    return podView(worker.seen, {
      pod,
      uid,
      problems,
      failedSyncs,
      syncing,
      deleted,
      terminated,
      podLogsDir,
    });
  }

  async until(condition: (view: PodView) => boolean, { timeoutMs, signal }: UntilOptions): Promise<boolean> {
    const { changed } = this.#ports;
    const { clock } = this.#process.ports.hands;
    return untilHolds(() => condition(this.view()), { bell: changed, clock, timeoutMs, signal });
  }

  async delete(options: DeleteOptions = {}): Promise<'terminated' | 'stuck'> {
    const pod = this.#deletedPod(options.gracePeriodSeconds);
    this.#process.ports.hands.journal('pod deleted', {
      gracePeriodSeconds: options.gracePeriodSeconds ?? null,
    });
    this.#process.worker.terminate(pod);
    this.#ports.changed.ring();
    const grace = pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0;
    const timeoutMs = options.timeoutMs ?? grace * 1000 + 60_000;
    return (await this.until((view) => view.terminated, { timeoutMs })) ? 'terminated' : 'stuck';
  }

  /** As ever so long after the rest: what died has been seen, and what the kubelet removes by itself is gone. */
  async collectGarbage(): Promise<void> {
    const { worker } = this.#process;
    await this.#freshRelist();
    await worker.deadContainers.idle();
    await this.#freshRelist();
    await collectGarbage(worker.sync(), worker.deleted && worker.terminated);
  }

  async #freshRelist(): Promise<void> {
    const { relister, hands } = this.#process.ports;
    if (this.#paused) return;
    const fresh = relister.newerThan(this.uid, hands.clock.nowMs());
    const over = new AbortController();
    const patience = hands.clock.sleep(relistPatienceMs, AbortSignal.any([over.signal, hands.signal]));
    await Promise.race([fresh, patience]);
    over.abort();
  }

  async pause(): Promise<void> {
    const { relister } = this.#process.ports;
    this.#paused = true;
    this.#ports.pause();
    await this.until((view) => !view.syncing, {
      timeoutMs: longestSleepMs,
      signal: this.#process.ports.hands.signal,
    });
    await relister.pause();
    await this.#process.worker.deadContainers.idle();
  }

  resume(): void {
    this.#paused = false;
    this.#ports.resume();
    this.#process.ports.relister.resume();
  }

  async restartKubelet(): Promise<void> {
    const { pod, deleted } = this.#process.worker;
    this.#process.ports.hands.journal('kubelet restarts');
    await this.#process.stop();
    if (this.#paused) this.resume();
    this.#process = this.#ports.start(pod, deleted);
    await this.#process.ports.relister.newerThan(this.uid, this.#process.ports.hands.clock.nowMs());
  }

  async close(): Promise<void> {
    await this.#process.stop();
  }

  /** What the API, or the directory of manifests, makes of the pod. A forced deletion says nothing about grace. */
  #deletedPod(gracePeriodSeconds: number | undefined): Pod {
    const { pod } = this.#process.worker;
    const forced = gracePeriodSeconds === 0 || (pod.spec.terminationGracePeriodSeconds ?? 30) === 0;
    if (forced || (this.#ports.source === 'file' && gracePeriodSeconds === undefined)) return pod;
    const grace = gracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
    const deletion = { deletionTimestamp: new Date().toISOString(), deletionGracePeriodSeconds: grace };
    return { ...pod, metadata: { ...pod.metadata, ...deletion } };
  }
}
