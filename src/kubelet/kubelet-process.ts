// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import { noObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import { newActuatedResources } from './decide/sync/actuated-resources.js';
import { BackOff } from './decide/sync/back-off.js';
import type { ProbeResults } from './decide/sync/probe-results.js';
import type { OurPod } from './sync/collect-garbage.js';
import { runtimeCalls } from './context/runtime-calls.js';
import type { KubeletContext } from './context/kubelet-context.js';
import type { DurableState } from './context/durable-state.js';
import type { PauseGate } from './context/pause-gate.js';
import type { KubeletOptions, KubeletPorts } from './context/kubelet-options.js';
import { adoptLeftOverPulls } from './images/adopt-left-over-pulls.js';
import { imageCollectorOf } from './images/image-collector-of.js';
import { PullState } from './images/pull-state.js';
import { NodeLoops } from './node/node-loops.js';
import type { RuntimeInfo } from './model/runtime-info.js';
import { StatusPoll } from './node/status-poll.js';
import { paces } from './model/pace.js';
import { ifNodeProblem, withNodeProblems } from './context/node-problem.js';
import { PodWorker } from './pods/pod-worker.js';
import { Prober } from './probes/prober.js';
import type { ChangeNotifier } from './context/wakeups.js';
import { traitsOf, withGates } from './versions/traits.js';
import { Pleg } from './pleg/pleg.js';

export interface ProcessPorts {
  readonly kubelet: KubeletPorts;
  readonly options: KubeletOptions;
  readonly durable: DurableState;
  readonly gate: PauseGate;
}

export interface KnownPod {
  readonly pod: Pod;
  readonly uid: string;
  readonly deleted: boolean;
  readonly changed: ChangeNotifier;
  /** Resolves when the pod it replaces has terminated. */
  readonly predecessorGone: (signal: AbortSignal) => Promise<void>;
}

/** Everything a kubelet forgets when it restarts. */
export class KubeletProcess {
  readonly ctx: KubeletContext;
  readonly pleg: Pleg;
  readonly prober: Prober;
  readonly node: NodeLoops;
  readonly #status: StatusPoll;
  readonly #ports: ProcessPorts;
  readonly #ending: AbortController = new AbortController();
  readonly #workers = new Map<string, PodWorker>();
  readonly #pullsAdopted: Promise<void>;

  constructor(ports: ProcessPorts) {
    this.#ports = ports;
    // Every call in flight and every wait adds a listener.
    setMaxListeners(0, this.#ending.signal);
    const runtimeInfo = (): RuntimeInfo => this.#status.info();
    const probeResults = (): ProbeResults => this.prober.results;
    this.ctx = newContext(ports, { signal: this.#ending.signal, runtimeInfo, probeResults });
    this.prober = this.#newProber();
    this.#status = new StatusPoll(this.ctx);
    this.#pullsAdopted = adoptLeftOverPulls(this.ctx).catch(
      ifNodeProblem(({ message }) => {
        this.ctx.note('left-over pulls are not adopted', { message });
      }),
    );
    this.pleg = new Pleg({ ...this.ctx, evented: ports.options.evented === true });
    this.node = this.#nodeLoops();
    this.node.start();
  }

  /** Syncs the pod until it is deleted and terminated, or until `stop`. */
  take({ pod, uid, deleted, changed, predecessorGone }: KnownPod): PodWorker {
    const { ctx, pleg, prober } = this;
    const readyToSync = async (): Promise<void> => {
      await predecessorGone(ctx.signal);
      await this.#ports.gate.opened(ctx.signal);
      await this.#pullsAdopted;
      await this.#status.up();
      await pleg.healthy();
    };
    this.#ports.durable.pods.add(uid);
    const worker = new PodWorker({ ctx, pleg, prober, uid, changed, readyToSync }, pod);
    this.#workers.set(uid, worker);
    if (deleted) worker.terminate(pod);
    worker.start();
    return worker;
  }

  /** Abandons the calls in flight. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.pleg.ended();
    await Promise.all([...this.#workers.values()].map((worker) => worker.ended()));
    await this.prober.ended();
    this.#ports.durable.probeResults = this.prober.results;
    await this.node.ended();
  }

  async collectGarbage(uid: string): Promise<void> {
    await this.node.collectGarbage([this.#ourPod(uid)]);
  }

  #newProber(): Prober {
    const { gate, durable } = this.#ports;
    return new Prober({
      ctx: this.ctx,
      onResult: (uid) => {
        this.#workers.get(uid)?.wake();
      },
      whenUnpaused: () => gate.opened(this.ctx.signal),
      earlier: durable.probeResults,
    });
  }

  #nodeLoops(): NodeLoops {
    const { ctx, pleg } = this;
    const { kubelet, options, durable, gate } = this.#ports;
    const { signal } = ctx;
    return new NodeLoops({
      ctx,
      pleg,
      status: this.#status,
      images: imageCollectorOf(ctx, { ...options, pods: durable.pods }),
      pods: () => [...durable.pods].map((uid) => this.#ourPod(uid)),
      hasWorker: (uid) => this.#workers.get(uid)?.isForgotten === false,
      whenUnpaused: () => gate.opened(signal),
      events:
        options.evented === true
          ? () => kubelet.cri.stream('GetContainerEvents', {}, { deadlineMs: null, signal })
          : undefined,
    });
  }

  #ourPod(uid: string): OurPod {
    return { uid, removable: this.#workers.get(uid)?.mayBeRemoved ?? true };
  }
}

function newContext(
  { kubelet, options, durable }: ProcessPorts,
  { signal, runtimeInfo, probeResults }: Pick<KubeletContext, 'signal' | 'runtimeInfo' | 'probeResults'>,
): KubeletContext {
  const { cri, clock, note, onLogRenamed } = kubelet;
  const node = withNodeProblems(kubelet.node);
  const { facts, runtimeHandler = '', objects = noObjects } = options;
  const pace = paces[options.pace];
  const traits = withGates(traitsOf(options.version, options.apiVersion), options.gates);
  const { crashInitialMs, pullInitialMs, backOffMaxMs: maxMs } = pace;
  return {
    clock,
    node,
    facts,
    note,
    onLogRenamed,
    runtimeHandler,
    objects,
    pace,
    signal,
    runtimeInfo,
    probeResults,
    call: runtimeCalls(cri, signal, traits),
    wallMs: () => Date.now(),
    version: options.version,
    traits,
    crashBackOff: new BackOff({ initialMs: crashInitialMs, maxMs }),
    pullBackOff: new BackOff({ initialMs: pullInitialMs, maxMs }),
    pulls: new PullState(node, pace),
    idRanges: durable.idRanges,
    actuated: (uid) => {
      const known = durable.actuated.get(uid) ?? newActuatedResources();
      durable.actuated.set(uid, known);
      return known;
    },
  };
}
