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

/** Until the runtime is ready for the first time it is asked this often, but not for longer than two minutes. */
const first = { periodMs: 100, timeoutMs: 120_000 };
/** A runtime that said nothing good for so long is down. */
const silenceMs = 30_000;

/** Asks the runtime again and again how it is. */
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

  /** Resolves when the loop has ended, which the signal makes it do. */
  async ended(): Promise<void> {
    await this.#running;
  }

  info(): RuntimeInfo {
    return this.#info;
  }

  /** No pod is synced: the runtime says it is not ready, or has said nothing good for 30 s. */
  down(nowMs: number = this.#ports.clock.nowMs()): boolean {
    return !this.#info.runtimeReady || nowMs - this.#goodMs > silenceMs;
  }

  /** Resolves with the first answer that counts, or when the polling ends. */
  async firstAnswer(): Promise<void> {
    await this.#until(() => this.#hadAnswer);
  }

  /** Resolves while the runtime is up, or when the polling ends. */
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
