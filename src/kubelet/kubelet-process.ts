// SPDX-License-Identifier: Apache-2.0
import { setMaxListeners } from 'node:events';
import { noObjects } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';
import { newActuatedResources } from './decide/sync/actuated-resources.js';
import { BackOff } from './decide/sync/back-off.js';
import type { ProbeResults } from './decide/sync/pod-actions.js';
import type { OurPod } from './sync/collect-garbage.js';
import { runtimeCalls } from './context/runtime-calls.js';
import type { Hands } from './context/kubelet-context.js';
import type { DurableState } from './context/durable-state.js';
import type { Gate } from './context/pause-gate.js';
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
import type { Bell } from './context/wakeups.js';
import { traitsOf } from './versions/traits.js';
import { Relister } from './pleg/pleg.js';

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
  readonly prober: Prober;
  readonly node: NodeLoops;
  readonly #status: StatusPoll;
  readonly #ports: ProcessPorts;
  readonly #ending: AbortController = new AbortController();
  readonly #workers = new Map<string, PodWorker>();
  readonly #pullsAdopted: Promise<void>;

  constructor(ports: ProcessPorts) {
    this.#ports = ports;
    // Every call in flight and every wait listens to it.
    setMaxListeners(0, this.#ending.signal);
    const runtimeInfo = (): RuntimeInfo => this.#status.info();
    const probeResults = (): ProbeResults => this.prober.results;
    this.hands = handsOf(ports, { signal: this.#ending.signal, runtimeInfo, probeResults });
    this.prober = this.#newProber();
    this.#status = new StatusPoll(this.hands);
    this.#pullsAdopted = adoptLeftOverPulls(this.hands).catch(
      ifNodeProblem(({ message }) => {
        this.hands.journal('left-over pulls are not adopted', { message });
      }),
    );
    this.relister = new Relister({ ...this.hands, evented: ports.options.evented === true });
    this.node = this.#nodeLoops();
    this.node.start();
  }

  /** Syncs the pod from now on, until it is deleted and has ended, or until `stop`. */
  take({ pod, uid, deleted, changed, mayBegin }: KnownPod): PodWorker {
    const { hands, relister, prober } = this;
    const mayGoOn = async (): Promise<void> => {
      await mayBegin(hands.signal);
      await this.#ports.gate.opened(hands.signal);
      await this.#pullsAdopted;
      await this.#status.up();
      await relister.healthy();
    };
    this.#ports.durable.pods.add(uid);
    const worker = new PodWorker({ hands, relister, prober, uid, changed, mayGoOn }, pod);
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
      hands: this.hands,
      onResult: (uid) => {
        this.#workers.get(uid)?.rouse();
      },
      mayGoOn: () => gate.opened(this.hands.signal),
      earlier: durable.probeResults,
    });
  }

  #nodeLoops(): NodeLoops {
    const { hands, relister } = this;
    const { kubelet, options, durable, gate } = this.#ports;
    const { signal } = hands;
    return new NodeLoops({
      ...{ hands, relister, status: this.#status, images: imageCollectorOf(hands, options) },
      pods: () => [...durable.pods].map((uid) => this.#ourPod(uid)),
      hasWorker: (uid) => this.#workers.get(uid)?.isForgotten === false,
      mayGoOn: () => gate.opened(signal),
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

function handsOf(
  { kubelet, options, durable }: ProcessPorts,
  { signal, runtimeInfo, probeResults }: Pick<Hands, 'signal' | 'runtimeInfo' | 'probeResults'>,
): Hands {
  const { cri, clock, journal } = kubelet;
  const node = withNodeProblems(kubelet.node);
  const { facts, runtimeHandler = '', objects = noObjects } = options;
  const pace = paces[options.pace];
  const traits = traitsOf(options.version, options.apiVersion);
  const { crashInitialMs, pullInitialMs, backOffMaxMs: maxMs } = pace;
  return {
    ...{ clock, node, facts, journal, runtimeHandler, objects, pace, signal, runtimeInfo, probeResults },
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
