// SPDX-License-Identifier: Apache-2.0
import { newActuatedResources, type ActuatedResources } from '#kubelet/decide/sync/actuated-resources.js';
import { BackOff } from '#kubelet/decide/sync/back-off.js';
import { noProbeResults } from '#kubelet/decide/sync/probe-results.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import { runtimeCalls } from '#kubelet/context/runtime-calls.js';
import type { KubeletContext, PodSync } from '#kubelet/context/kubelet-context.js';
import { syncPod, type SyncResult } from '#kubelet/sync/sync-pod.js';
import { PullState } from '#kubelet/images/pull-state.js';
import { noRuntimeInfo } from '#kubelet/model/runtime-info.js';
import { paces } from '#kubelet/model/pace.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { readPod } from '#kubelet/pleg/read-status.js';
import { noObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import type { Outcome } from '#cri/outcome.js';
import { FakeRuntime } from './fake-runtime.js';
import { recordedNode } from './recorded-node.js';
import { SteppingClock } from './stepping-clock.js';
import { tempNode, type TempNode } from './temp-node.js';

export const refused = (code: string, message = 'refused'): Outcome =>
  ({ kind: 'refused', code, message }) as Outcome;
export const answered = (response: object = {}): Outcome => ({ kind: 'ok', response, raw: '' });

/** Single syncs of one pod, on a runtime in memory. */
export class SyncFixture {
  readonly runtime: FakeRuntime = new FakeRuntime();
  readonly clock: SteppingClock = new SteppingClock();
  readonly actuated: ActuatedResources = newActuatedResources();
  readonly ctx: KubeletContext;
  readonly #node: TempNode = tempNode();
  readonly uid: string = 'u1';

  constructor(version = '1.37', more: Partial<KubeletContext> = {}) {
    const traits = traitsOf(version);
    const { signal } = new AbortController();
    const limits = { initialMs: 10_000, maxMs: 300_000 };
    const { node } = this.#node;
    const some: Partial<KubeletContext> = {
      node,
      version,
      traits,
      signal,
      clock: this.clock,
      facts: recordedNode,
      runtimeHandler: '',
      call: runtimeCalls(this.runtime, signal, traits),
      note: () => undefined,
      wallMs: () => Date.now(),
      crashBackOff: new BackOff(limits),
      pullBackOff: new BackOff(limits),
      pulls: new PullState(node, paces.kubelet),
      pace: paces.kubelet,
      objects: noObjects,
      runtimeInfo: () => ({ ...noRuntimeInfo, runtimeReady: true, networkReady: true }),
      probeResults: () => noProbeResults,
      actuated: () => this.actuated,
      ...more,
    };
    this.ctx = some as KubeletContext;
  }

  async end(): Promise<void> {
    await this.#node.remove();
  }

  async status(): Promise<PodStatus> {
    const status = await readPod(this.ctx, this.uid);
    if (!status) throw new Error('the pod could not be read');
    return status;
  }

  async of(pod: Pod, more: Partial<PodSync> = {}): Promise<PodSync> {
    const status = more.status ?? (await this.status());
    const sync = { ctx: this.ctx, pod, uid: this.uid, ...more, status };
    this.runtime.calls.length = 0;
    return sync;
  }

  /** One sync, after a look at the pod. */
  async sync(pod: Pod, more: Partial<PodSync> = {}): Promise<SyncResult> {
    return syncPod(await this.of(pod, more));
  }

  /** As `Rpc what`, in their order. */
  get calls(): readonly string[] {
    return this.runtime.calls.map(({ rpc, request }) => `${rpc} ${this.#what(request)}`.trim());
  }

  request(rpc: string, at = 0): unknown {
    return this.runtime.calls.filter((call) => call.rpc === rpc)[at]?.request;
  }

  #what(request: unknown): string {
    const { container_id: box, pod_sandbox_id: sandbox, config, image, timeout } = request as Fields;
    const named = config?.metadata;
    const id = box === undefined ? named && `${named.name ?? ''}:${named.attempt ?? 0}` : this.#nameOf(box);
    return [id ?? image?.image ?? sandbox, timeout].filter((word) => word !== undefined).join(' ');
  }

  #nameOf(id: string): string {
    const found = this.runtime.names().find(([quoted]) => quoted === `"${id}"`);
    return found?.[1].replace(/^"<container:|>"$/g, '') ?? id;
  }
}

interface Fields {
  readonly container_id?: string;
  readonly pod_sandbox_id?: string;
  readonly timeout?: string;
  readonly image?: { readonly image?: string };
  readonly config?: { readonly metadata?: { readonly name?: string; readonly attempt?: number } };
}
