// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient, CriStream } from '#cri/client/client.js';
import type { RequestOf, StreamMethod, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { isAboutNode, isListOfAll, isRead, type HeardCall } from '../heard-call.js';

/** Replaces a call, or its answer. */
export type Intervention = (
  rpc: UnaryMethod,
  request: unknown,
  /** Sends the call as it is, or with another request. */
  ask: (instead?: unknown) => Promise<Outcome>,
) => Promise<Outcome>;

/** Between a kubelet and a runtime: records every call about the pod, with its answer. */
export class HearingClient implements CriClient {
  readonly heard: HeardCall[] = [];
  readonly #inner: CriClient;
  readonly #intervene: Intervention;
  #looked = false;
  #lookBeganMs = 0;
  #lastPodCallMs = performance.now();

  constructor(inner: CriClient, intervene: Intervention) {
    this.#inner = inner;
    this.#intervene = intervene;
  }

  /** A relist that began after the last call about the pod has led to no call; probes aside. */
  get looked(): boolean {
    return this.#looked;
  }

  get quietMs(): number {
    return performance.now() - this.#lastPodCallMs;
  }

  async call<M extends UnaryMethod>(
    method: M,
    request: RequestOf<M>,
    options: CallOptions = {},
  ): Promise<Outcome<M>> {
    const call: HeardCall = {
      rpc: method,
      request,
      deadlineMs: options.deadlineMs ?? null,
      beganMs: performance.now(),
      endedMs: Infinity,
    };
    if (!isAboutNode(call)) this.heard.push(call);
    if (isListOfAll(call) && method === 'ListPodSandbox') this.#lookBeganMs = call.beganMs;
    const ask = (instead: unknown = request): Promise<Outcome> =>
      this.#inner.call(method, instead as RequestOf<M>, options);
    const outcome = (await this.#intervene(method, request, ask)) as Outcome<M>;
    call.endedMs = performance.now();
    if (outcome.kind === 'ok') call.response = outcome.response as Readonly<Record<string, unknown>>;
    this.#note(call, outcome.kind === 'ok');
    return outcome;
  }

  stream<M extends StreamMethod>(method: M, request: RequestOf<M>, options: CallOptions = {}): CriStream<M> {
    return this.#inner.stream(method, request, options);
  }

  close(): void {
    this.#inner.close();
  }

  #note(call: HeardCall, isAnswered: boolean): void {
    if (isListOfAll(call) && call.rpc === 'ListContainers' && isAnswered)
      this.#looked ||= this.#lookBeganMs > this.#lastPodCallMs;
    if (isAboutNode(call) || (call.rpc === 'ExecSync' && !isRead(call))) return;
    this.#looked = false;
    this.#lastPodCallMs = performance.now();
  }
}
