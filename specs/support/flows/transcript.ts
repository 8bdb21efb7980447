// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { isAboutNode, lineOf } from './line-of.js';

export interface FlowCall {
  /** As in the stories: 'StopContainer a#0 30'. */
  readonly line: string;
  readonly rpc: string;
  readonly request: unknown;
  readonly deadlineMs: number | null;
  readonly atMs: number;
  /** The runtime answered OK. */
  isOk: boolean;
}

/** Minimum duration of a call, so that the next one is later. */
const wayMs = 2;

/** Between the kubelet and the runtime: records the calls about the pod, in order. */
export class Transcript implements CriClient {
  readonly said: FlowCall[] = [];
  /** How many seconds the calls of an RPC take. */
  secondsPerCall: Readonly<Record<string, number>> = {};
  readonly #runtime: FakeRuntime;
  readonly #names = new Map<string, string>();

  constructor(runtime: FakeRuntime) {
    this.#runtime = runtime;
  }

  /** The runtime's id of a name in the transcript. */
  idOf(name: string): string {
    return [...this.#names].find(([, known]) => known === name)?.[0] ?? name;
  }

  async call<M extends UnaryMethod>(
    method: M,
    request: RequestOf<M>,
    options: CallOptions = {},
  ): Promise<Outcome<M>> {
    const line = lineOf(method, request, this.#names);
    const deadlineMs = options.deadlineMs ?? null;
    const said: FlowCall = { line, rpc: method, request, deadlineMs, atMs: performance.now(), isOk: false };
    if (!isAboutNode(method, request)) this.said.push(said);
    await new Promise((resolve) => setTimeout(resolve, wayMs + 1000 * (this.secondsPerCall[method] ?? 0)));
    const outcome = await this.#runtime.call(method, request, options);
    said.isOk = outcome.kind === 'ok';
    if (outcome.kind === 'ok') this.#name(line, outcome.response as CreationAnswer);
    return outcome;
  }

  stream(): never {
    throw new Error('no streams here');
  }

  close(): void {
    this.said.length = 0;
  }

  /** The second object of a name gets a prime. */
  #name(line: string, { pod_sandbox_id: sandbox, container_id: container }: CreationAnswer): void {
    const [rpc, what = ''] = line.split(' ');
    const id = rpc === 'RunPodSandbox' ? sandbox : rpc === 'CreateContainer' ? container : undefined;
    if (id === undefined) return;
    let name = what;
    while ([...this.#names.values()].includes(name)) name += "'";
    this.#names.set(id, name);
  }
}

interface CreationAnswer {
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
}
