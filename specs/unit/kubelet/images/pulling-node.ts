// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestOf } from '#cri/methods.js';
import { BackOff } from '#kubelet/decide/sync/back-off.js';
import { noProbeResults } from '#kubelet/decide/sync/probe-results.js';
import { noStatus } from '#kubelet/decide/report/pod-status.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import type { KubeletContext, PodSync } from '#kubelet/context/kubelet-context.js';
import { PullState } from '#kubelet/images/pull-state.js';
import { noRuntimeInfo } from '#kubelet/model/runtime-info.js';
import { nodeFiles } from '#kubelet/context/node-files.js';
import { paces } from '#kubelet/model/pace.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { noObjects, type ClusterObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import { recordedNode } from '../recorded-node.js';

export interface ImageCall {
  readonly rpc: string;
  readonly request: unknown;
}

/** A node with images that can be pulled, for one kubelet process after the other. */
export class PullingNode {
  readonly calls: ImageCall[] = [];
  readonly notes: string[] = [];
  readonly present: Set<string> = new Set();
  nowMs = 0;
  /** Undefined: the pull works. */
  pull: (request: RequestOf<'PullImage'>) => { code: string; message: string } | '' | undefined = () =>
    undefined;
  /** Instead of what the node knows. */
  status: ((name: string) => unknown) | undefined;
  readonly #dir = mkdtempSync(join(tmpdir(), 'criprobe-images-'));

  async end(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** The calls so far, as `Rpc name`, and a login's user behind a pull. */
  get said(): readonly string[] {
    return this.calls.map(({ rpc, request }) => {
      const { image, auth } = request as RequestOf<'PullImage'>;
      const user = auth === undefined ? '' : ` as ${auth.username ?? 'nobody'}`;
      return `${rpc} ${image?.image ?? ''}${user}`.trim();
    });
  }

  ctx(version = '1.37', objects: Partial<ClusterObjects> = {}): KubeletContext {
    const node = nodeFiles({ podLogsDir: join(this.#dir, 'pods'), rootDir: join(this.#dir, 'root') });
    const limits = { initialMs: 10_000, maxMs: 300_000 };
    const known: Partial<KubeletContext> = {
      node,
      facts: recordedNode,
      runtimeHandler: '',
      version,
      pace: paces.kubelet,
      call: this.#call,
      clock: { nowMs: () => this.nowMs, sleep: () => Promise.resolve() },
      note: (what) => this.notes.push(what),
      wallMs: () => this.nowMs,
      signal: new AbortController().signal,
      crashBackOff: new BackOff(limits),
      pullBackOff: new BackOff(limits),
      pulls: new PullState(node, paces.kubelet),
      traits: traitsOf(version),
      objects: { ...noObjects, ...objects },
      runtimeInfo: () => noRuntimeInfo,
      probeResults: () => noProbeResults,
    };
    return known as KubeletContext;
  }

  readonly #call: RuntimeCall = async (method, request) => {
    this.calls.push({ rpc: method, request });
    await Promise.resolve();
    return this.#answer(method, request as RequestOf<'PullImage'>) as never;
  };

  #answer(method: string, request: RequestOf<'PullImage'>): unknown {
    const name = request.image?.image ?? '';
    if (method === 'ListImages') return ok({ images: [...this.present].map((each) => imageOf(each)) });
    if (method === 'ImageStatus') {
      return this.status?.(name) ?? ok(this.present.has(name) ? { image: imageOf(name) } : {});
    }
    const failed = this.pull(request);
    if (failed === '') return ok({});
    if (failed) return { ok: false, ...failed };
    this.present.add(name);
    return ok({ image_ref: imageOf(name).id });
  }
}

export function syncOf(ctx: KubeletContext, spec: Partial<Pod['spec']> = {}, uid = 'u'): PodSync {
  const metadata = { name: 'p', namespace: 'default', annotations: { k: 'v' } };
  return { ctx, uid, pod: { metadata, spec: { containers: [], ...spec } }, status: noStatus };
}

function imageOf(name: string): { id: string; size: string; repo_tags: string[] } {
  return { id: `sha256:${name}`, size: '1', repo_tags: [name] };
}

function ok(response: object): unknown {
  return { ok: true, response };
}
