// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { RuntimeCall } from '../context/runtime-calls.js';
import type { Pace } from '../model/pace.js';
import { ChangeNotifier } from '../context/wakeups.js';
import { noRuntimeInfo, runtimeInfoOf, type RuntimeInfo } from '../model/runtime-info.js';

export interface StatusPollPorts {
  readonly call: RuntimeCall;
  readonly clock: Clock;
  readonly pace: Pick<Pace, 'statusMs' | 'statusUnreadyMs'>;
  readonly signal: AbortSignal;
}

/** kubelet.go, fastStatusUpdateOnce: until the runtime is ready for the first time, for two minutes at most. */
const first = { periodMs: 100, timeoutMs: 120_000 };
/** Without a good answer for this long the runtime is down. */
const silenceMs = 30_000;

/** kubelet.go, updateRuntimeUp: asks for the status of the runtime. */
export class StatusPoll {
  readonly #ports: StatusPollPorts;
  readonly #answered = new ChangeNotifier();
  #info: RuntimeInfo = noRuntimeInfo;
  #goodMs = -Infinity;
  #wasReady = false;
  #beganMs: number;
  #running: Promise<void> | undefined;
  #hadAnswer = false;

  constructor(ports: StatusPollPorts) {
    this.#ports = ports;
    this.#beganMs = ports.clock.nowMs();
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the loop has ended; the signal ends it. */
  async ended(): Promise<void> {
    await this.#running;
  }

  info(): RuntimeInfo {
    return this.#info;
  }

  /** The runtime is not ready, or gave no good answer for 30 s. No pod is synced. */
  down(nowMs: number = this.#ports.clock.nowMs()): boolean {
    return !this.#info.runtimeReady || nowMs - this.#goodMs > silenceMs;
  }

  /** Resolves with the first valid answer, or when polling ends. */
  async firstAnswer(): Promise<void> {
    await this.#until(() => this.#hadAnswer);
  }

  /** Resolves once the runtime is up, or when polling ends. */
  async up(): Promise<void> {
    await this.#until(() => !this.down());
  }

  async #until(condition: () => boolean): Promise<void> {
    const { clock, signal } = this.#ports;
    while (!condition() && !signal.aborted) {
      await clock.sleep(silenceMs, AbortSignal.any([this.#answered.next, signal]));
    }
  }

  async #run(): Promise<void> {
    const { clock, signal } = this.#ports;
    while (!signal.aborted) {
      await this.#ask();
      await clock.sleep(this.#period(), signal);
    }
  }

  async #ask(): Promise<void> {
    const { call, clock } = this.#ports;
    const answer = await call('Status', {});
    const info = answer.ok ? runtimeInfoOf(answer.response, this.#info) : undefined;
    if (!info) return;
    this.#info = info;
    this.#hadAnswer = true;
    if (info.runtimeReady) this.#goodMs = clock.nowMs();
    if (isReady(info)) this.#wasReady = true;
    this.#answered.notify();
  }

  #period(): number {
    const { clock, pace } = this.#ports;
    const isYoung = clock.nowMs() - this.#beganMs < first.timeoutMs;
    if (!this.#wasReady && isYoung) return first.periodMs;
    return isReady(this.#info) ? pace.statusMs : pace.statusUnreadyMs;
  }
}

function isReady({ runtimeReady, networkReady }: RuntimeInfo): boolean {
  return runtimeReady && networkReady;
}
