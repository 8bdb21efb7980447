// SPDX-License-Identifier: Apache-2.0
import { noObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import { BackOff } from './decide/back-off.js';
import { noProbeResults } from './decide/pod-actions.js';
import { noStatus } from './decide/pod-status.js';
import { collectGarbage } from './do/collect-garbage.js';
import { runtimeCalls } from './do/runtime.js';
import type { Hands, PodSync } from './do/sync-context.js';
import type { DurableState } from './durable-state.js';
import type { Gate } from './gate.js';
import type { KubeletOptions, KubeletPorts } from './kubelet-options.js';
import { noRuntimeInfo } from './node/runtime-info.js';
import { paces } from './pace.js';
import { PodWorker } from './pod-worker.js';
import type { Bell } from './signals.js';
import { traitsOf } from './versions/traits.js';
import { Relister } from './watch/relister.js';

export interface ProcessPorts {
  readonly kubelet: KubeletPorts;
  readonly options: KubeletOptions;
  readonly durable: DurableState;
  readonly gate: Gate;
}

export interface KnownPod {
  readonly pod: Pod;
  readonly uid: string;
  readonly deleted: boolean;
  readonly changed: Bell;
  /** Resolves when nothing of an earlier pod is in its way. */
  readonly mayBegin: (signal: AbortSignal) => Promise<void>;
}

/** Everything that a kubelet forgets when it is restarted. */
export class KubeletProcess {
  readonly hands: Hands;
  readonly relister: Relister;
  readonly #ports: ProcessPorts;
  readonly #ending: AbortController = new AbortController();
  readonly #workers = new Map<string, PodWorker>();
  readonly #loops: readonly Promise<void>[];

  constructor(ports: ProcessPorts) {
    this.#ports = ports;
    this.hands = handsOf(ports, this.#ending.signal);
    const { call, clock, signal, pace } = this.hands;
    this.relister = new Relister({ call, clock, signal, pace });
    this.#loops = [this.#collectNowAndThen()];
  }

  /** Syncs the pod from now on, until it is deleted and has ended, or until `stop`. */
  take({ pod, uid, deleted, changed, mayBegin }: KnownPod): PodWorker {
    const { hands, relister } = this;
    const mayGoOn = async (): Promise<void> => {
      await mayBegin(hands.signal);
      await this.#ports.gate.opened(hands.signal);
    };
    const worker = new PodWorker({ hands, relister, uid, changed, mayGoOn }, pod);
    this.#workers.set(uid, worker);
    if (deleted) worker.terminate(pod);
    worker.start();
    return worker;
  }

  /** Gives up what is in flight. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.relister.ended();
    await Promise.all([...this.#workers.values()].map((worker) => worker.ended()));
    await Promise.all(this.#loops);
  }

  async collectGarbage(pod: Pod, uid: string): Promise<void> {
    const worker = this.#workers.get(uid);
    const sync: PodSync = worker?.sync() ?? { hands: this.hands, pod, uid, status: noStatus };
    await collectGarbage(sync, worker?.mayBeRemoved ?? true);
  }

  /** In the kubelet's own pace; else only when asked for. */
  async #collectNowAndThen(): Promise<void> {
    const { clock, pace, signal } = this.hands;
    if (pace.garbageMs === null) return;
    for (;;) {
      await clock.sleep(pace.garbageMs, signal);
      if (signal.aborted) return;
      for (const { pod, uid } of this.#workers.values()) await this.collectGarbage(pod, uid);
    }
  }
}

function handsOf({ kubelet, options, durable }: ProcessPorts, signal: AbortSignal): Hands {
  const { cri, clock, node, journal } = kubelet;
  const { facts, runtimeHandler = '', objects = noObjects } = options;
  const pace = paces[options.pace];
  const { crashInitialMs, pullInitialMs, backOffMaxMs: maxMs } = pace;
  return {
    ...{ clock, node, facts, journal, runtimeHandler, objects, pace, signal },
    call: runtimeCalls(cri, signal),
    wallMs: () => Date.now(),
    traits: traitsOf(options.version),
    crashBackOff: new BackOff({ initialMs: crashInitialMs, maxMs }),
    pullBackOff: new BackOff({ initialMs: pullInitialMs, maxMs }),
    runtimeInfo: () => noRuntimeInfo,
    probeResults: () => noProbeResults,
    actuated: (uid) => {
      const known = durable.actuated.get(uid) ?? new Map();
      durable.actuated.set(uid, known);
      return known;
    },
  };
}
