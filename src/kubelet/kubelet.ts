// SPDX-License-Identifier: Apache-2.0
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.js';
import type { CriClient } from '#cri/client.js';
import type { Pod } from '#pod/pod.js';
import { adoptPod } from './adopt-pod.js';
import { collectGarbage } from './do/collect-garbage.js';
import { BackOff } from './decide/back-off.js';
import { runtimeCalls } from './do/runtime.js';
import type { Hands, Journal } from './do/sync-context.js';
import type { NodeFacts } from './node-facts.js';
import type { NodeFiles } from './node-files.js';
import { paces, type Pace } from './pace.js';
import { PodHandle, type Process } from './pod-handle.js';
import type { PodLife } from './pod-life.js';
import { PodWorker } from './pod-worker.js';
import { Bell } from './signals.js';
import { Relister } from './watch/relister.js';

export interface KubeletPorts {
  readonly cri: CriClient;
  readonly clock: Clock;
  readonly node: NodeFiles;
  readonly journal: Journal;
}

export interface KubeletOptions {
  readonly pace: 'compressed' | 'kubelet';
  /** Kubernetes minor, as 1.37. */
  readonly version: string;
  /** `file`: static pods, named `<name>-<node>` and annotated with kubernetes.io/config.*. */
  readonly source: 'api' | 'file';
  readonly facts: NodeFacts;
  /** What the RuntimeClass of its pods stands for; empty or absent: the runtime's default. */
  readonly runtimeHandler?: string;
}

/** A kubelet for the pods it is given, and for no others. */
export class Kubelet {
  readonly #ports: KubeletPorts;
  readonly #options: KubeletOptions;
  readonly #pace: Pace;
  readonly #handles: PodHandle[] = [];

  constructor(ports: KubeletPorts, options: KubeletOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#pace = paces[options.pace];
  }

  /** Takes the pod on: it is synced from now until it is deleted and has ended, or until `close`. */
  add(pod: Pod): PodLife {
    const { source, facts } = this.#options;
    const uid = pod.metadata.uid ?? (source === 'file' ? randomBytes(16).toString('hex') : randomUUID());
    const seenAt = new Date().toISOString().replace('Z', '000000Z');
    const adopted = adoptPod(pod, { source, nodeName: facts.nodeName, uid, seenAt });
    const changed = new Bell();
    const gate = new Gate();
    const handle = new PodHandle(
      {
        ...{ uid, source, changed },
        start: (known, deleted) => this.#startProcess({ pod: known, uid, deleted, changed, gate }),
        pause: () => {
          gate.shut();
        },
        resume: () => {
          gate.open();
        },
      },
      adopted,
    );
    this.#handles.push(handle);
    return handle;
  }

  /** Ends every loop and abandons the calls in flight; leaves the pods as they are. */
  async close(): Promise<void> {
    await Promise.all(this.#handles.map((handle) => handle.close()));
  }

  #startProcess({ pod, uid, deleted, changed, gate }: Start): Process {
    const ending = new AbortController();
    const hands = this.#hands(ending.signal);
    const { call, clock, signal } = hands;
    const relister = new Relister({ call, clock, signal, pace: this.#pace });
    const ports = { hands, pace: this.#pace, relister, uid, changed, mayGoOn: () => gate.opened(signal) };
    const worker = new PodWorker(ports, pod);
    if (deleted) worker.terminate(pod);
    worker.start();
    const garbage = this.#collectNowAndThen(worker, hands);
    const stop = async (): Promise<void> => {
      ending.abort();
      await relister.ended();
      await worker.ended();
      await garbage;
    };
    return { worker, ports, stop };
  }

  /** In the kubelet's own pace; else only when asked for. */
  async #collectNowAndThen(worker: PodWorker, { clock, signal }: Hands): Promise<void> {
    const { garbageMs } = this.#pace;
    if (garbageMs === null) return;
    for (;;) {
      await clock.sleep(garbageMs, signal);
      if (signal.aborted) return;
      await collectGarbage(worker.sync(), worker.deleted && worker.terminated);
    }
  }

  #hands(signal: AbortSignal): Hands {
    const { cri, clock, node, journal } = this.#ports;
    const { facts, runtimeHandler = '' } = this.#options;
    const { crashInitialMs, pullInitialMs, backOffMaxMs: maxMs } = this.#pace;
    return {
      ...{ clock, node, facts, journal, runtimeHandler, signal },
      call: runtimeCalls(cri, signal),
      wallMs: () => Date.now(),
      crashBackOff: new BackOff({ initialMs: crashInitialMs, maxMs }),
      pullBackOff: new BackOff({ initialMs: pullInitialMs, maxMs }),
    };
  }
}

interface Start {
  readonly pod: Pod;
  readonly uid: string;
  readonly deleted: boolean;
  readonly changed: Bell;
  readonly gate: Gate;
}

/** Shut while the kubelet is paused. */
class Gate {
  #shut: { readonly opened: Promise<void>; readonly open: () => void } | undefined;

  shut(): void {
    if (this.#shut) return;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#shut = { opened, open };
  }

  open(): void {
    this.#shut?.open();
    this.#shut = undefined;
  }

  async opened(signal: AbortSignal): Promise<void> {
    if (!this.#shut || signal.aborted) return;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
    await Promise.race([this.#shut.opened, aborted]);
  }
}
