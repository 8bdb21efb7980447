// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import type { ProbeResult } from '../decide/sync/probe-results.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { ChangeNotifier } from '../context/wakeups.js';
import { afterProbe, freshMemory, takeTurn, type ProbeSettings, type ProbedContainer } from './probe-turn.js';
import { runProbe } from './run-probe.js';

export type ProberContext = Pick<
  KubeletContext,
  'call' | 'clock' | 'signal' | 'pace' | 'facts' | 'traits' | 'version' | 'wallMs'
>;

export interface ProbeWorkerPorts {
  readonly ctx: ProberContext;
  readonly container: Container;
  readonly settings: ProbeSettings;
  /** Before the first probe. */
  readonly delayMs: number;
  /** The container as the last sync saw it, and the address of its pod. */
  readonly lookUp: () => (ProbedContainer & { readonly address: string }) | undefined;
  /** The result from before a restart of the kubelet, if it still counts. */
  readonly earlier: (id: string) => ProbeResult | undefined;
  /** Undefined: the result is dropped. */
  readonly report: (id: string, result: ProbeResult | undefined) => void;
  /** Waits while the kubelet is paused. */
  readonly whenUnpaused: () => Promise<void>;
}

/** prober/worker.go, worker: one probe of one container, period after period. */
export class ProbeWorker {
  readonly ended: Promise<void>;
  readonly #ports: ProbeWorkerPorts;
  readonly #periodMs: number;
  readonly #changes = new ChangeNotifier();
  #memory = freshMemory;
  #dueMs = 0;
  #triggered = false;
  #stopping = false;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(ports: ProbeWorkerPorts) {
    this.#ports = ports;
    this.#periodMs = (ports.settings.probe.periodSeconds || 10) * 1000 * ports.ctx.pace.probeScale;
    this.ended = this.#run();
  }

  /** Probes at once. */
  trigger(): void {
    this.#triggered = true;
    this.#changes.notify();
  }

  /** Stops after the probe in flight. */
  stop(): void {
    this.#stopping = true;
    this.#changes.notify();
  }

  /** Resolves when no probe is in flight. */
  async quiet(): Promise<void> {
    await this.#asking;
  }

  #isOver(): boolean {
    return this.#stopping || this.#ports.ctx.signal.aborted;
  }

  async #run(): Promise<void> {
    const { clock } = this.#ports.ctx;
    if (this.#ports.delayMs > 0) await this.#sleep(this.#ports.delayMs);
    this.#dueMs = clock.nowMs() + this.#periodMs;
    while (!this.#isOver() && (await this.#turn())) await this.#untilNext();
  }

  /** A ticker: ticks missed meanwhile count once, and a trigger restarts it. */
  async #untilNext(): Promise<void> {
    const { clock } = this.#ports.ctx;
    while (!this.#isOver()) {
      const nowMs = clock.nowMs();
      if (this.#triggered) {
        this.#triggered = false;
        this.#dueMs = nowMs + this.#periodMs;
        return;
      }
      const lateMs = nowMs - this.#dueMs;
      if (lateMs >= 0) {
        this.#dueMs += this.#periodMs * (Math.floor(lateMs / this.#periodMs) + 1);
        return;
      }
      await this.#sleep(-lateMs);
    }
  }

  async #sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#ports.ctx;
    await clock.sleep(ms, AbortSignal.any([this.#changes.next, signal]));
  }

  /** False: the worker ends. */
  async #turn(): Promise<boolean> {
    const { settings, lookUp, whenUnpaused } = this.#ports;
    await whenUnpaused();
    if (this.#isOver()) return false;
    const current = lookUp();
    const { then, ...turn } = takeTurn(settings, this.#memory, current);
    const isNew = turn.memory.id !== this.#memory.id;
    const earlier = isNew && current?.state === 'running' ? this.#ports.earlier(current.id) : undefined;
    this.#apply(earlier ? { ...turn, result: earlier } : turn);
    if (then !== 'probe' || !current) return then !== 'end';
    const asking = this.#ask(current);
    this.#asking = asking;
    await asking;
    return true;
  }

  async #ask({ id, address }: ProbedContainer & { readonly address: string }): Promise<void> {
    const { ctx, settings, container } = this.#ports;
    const outcome = await runProbe(ctx, settings.probe, { container, id, address });
    if (outcome === 'error' || ctx.signal.aborted) return;
    this.#apply(afterProbe(settings, this.#memory, outcome));
  }

  #apply({ memory, result }: Omit<ReturnType<typeof takeTurn>, 'then'>): void {
    const before = this.#memory.id;
    this.#memory = memory;
    if (before !== '' && before !== memory.id) this.#ports.report(before, undefined);
    if (result) this.#ports.report(memory.id, result);
  }
}
