// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import { collectContainerGarbage, type OurPod } from '../sync/collect-garbage.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { followEvents } from '../pleg/follow-events.js';
import type { ImageCollector } from '../images/image-collector.js';
import type { DiskFigures } from '../images/image-eviction.js';
import type { Pleg } from '../pleg/pleg.js';
import { Housekeeping } from './housekeeping.js';
import { periodically } from './periodically.js';
import { rotateLogs, usualLogLimits, type LogLimits } from './rotate-logs.js';
import type { StatusPoll } from './status-poll.js';

export interface NodeLoopPorts {
  readonly ctx: KubeletContext;
  readonly status: StatusPoll;
  readonly pleg: Pleg;
  readonly images: ImageCollector;
  /** Every pod this kubelet was ever given; nothing else on the node is touched. */
  readonly pods: () => readonly OurPod[];
  readonly hasWorker: (uid: string) => boolean;
  /** Waits while the kubelet is paused. */
  readonly whenUnpaused: () => Promise<void>;
  /** With EventedPLEG: opens the stream of events. */
  readonly events?: (() => AsyncIterable<{ readonly message: ContainerEventResponse }>) | undefined;
}

/**
 * The periodic work of a kubelet besides its pods. In the compressed pace most of it runs only on request.
 */
export class NodeLoops {
  readonly #ports: NodeLoopPorts;
  readonly #housekeeping: Housekeeping;
  #running: readonly Promise<void>[] = [];

  constructor(ports: NodeLoopPorts) {
    const { ctx, hasWorker } = ports;
    this.#ports = ports;
    this.#housekeeping = new Housekeeping({ ctx, hasWorker, isOurs: (uid) => this.#isOurs(uid) });
  }

  start(): void {
    const { ctx, pleg, events, status } = this.#ports;
    const { pace, traits, note, signal } = ctx;
    status.start();
    this.#running = [
      status.ended(),
      this.#loop(pace.garbageMs, () => this.collectGarbage()),
      this.#loop(pace.imageGarbageMs, () => this.detectImages()),
      this.#loop(pace.imageGarbageMs, () => this.collectImages()),
      this.#loop(pace.housekeepingMs, () => this.housekeep()),
      this.#loop(pace.logScanMs, () => this.rotateLogs()),
      ...(events ? [followEvents({ events, pleg, traits, note, signal })] : []),
    ];
  }

  /** Resolves when all loops have ended; the signal ends them. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  async collectGarbage(pods: readonly OurPod[] = this.#ports.pods()): Promise<void> {
    await collectContainerGarbage(this.#ports.ctx, pods);
  }

  async detectImages(): Promise<void> {
    await this.#ports.images.detect();
  }

  /** `disk`: figures used instead of the real disk. */
  async collectImages(disk?: DiskFigures): Promise<void> {
    await this.#ports.images.collect(disk);
  }

  async housekeep(): Promise<void> {
    await this.#housekeeping.cleanUpPods();
  }

  async rotateLogs(limits: Partial<LogLimits> = {}): Promise<void> {
    const isOurs = (uid: string): boolean => this.#isOurs(uid);
    await rotateLogs({ ...this.#ports.ctx, isOurs }, { ...usualLogLimits, ...limits });
  }

  #loop(periodMs: number | null, work: () => Promise<void>): Promise<void> {
    const { ctx, whenUnpaused } = this.#ports;
    return periodically(ctx, periodMs, async () => {
      await whenUnpaused();
      if (ctx.signal.aborted) return;
      await work().catch((error: unknown) => {
        ctx.note('node loop failed', { message: String(error) });
      });
    });
  }

  #isOurs(uid: string): boolean {
    return this.#ports.pods().some((pod) => pod.uid === uid);
  }
}
