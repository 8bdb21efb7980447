// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import { isPodAddress } from '../sync/pod-address.js';
import { newest, stateOf, type PodStatus, millisOf } from '../decide/report/pod-status.js';
import { isReadyNow, isStarted, type ProbeResult, type ProbeResults } from '../decide/sync/probe-results.js';
import { effectivePolicy, isSidecar } from '../decide/sync/should-restart.js';
import type { ProbeKind, ProbedContainer } from './probe-turn.js';
import { ProbeWorker, type ProberContext } from './probe-worker.js';

export interface ProberPorts {
  readonly ctx: ProberContext;
  /** A result that needs a sync of the pod. */
  readonly onResult: (uid: string) => void;
  /** Waits while the kubelet is paused. */
  readonly whenUnpaused: () => Promise<void>;
  /** Results from before a restart, as the API keeps them. */
  readonly earlier?: ProbeResults | undefined;
}

/** Containers that ran this long before a restart keep their results. */
const settledMs = 10_000;

/** prober/prober_manager.go, manager: one worker per container and kind of probe. */
export class Prober {
  readonly #ports: ProberPorts;
  readonly #beganMs: number;
  readonly #results: Record<ProbeKind, Map<string, ProbeResult>> = {
    liveness: new Map(),
    readiness: new Map(),
    startup: new Map(),
  };
  readonly #seen = new Map<string, PodStatus>();
  readonly #workers = new Map<string, { readonly uid: string; readonly worker: ProbeWorker }>();
  readonly #ending = new Set<Promise<void>>();

  constructor(ports: ProberPorts) {
    this.#ports = ports;
    this.#beganMs = ports.ctx.wallMs();
  }

  /** The last results, by container id; a live view. */
  get results(): ProbeResults {
    return this.#results;
  }

  /** UpdatePodStatus, at the start of each sync: only this tells the workers of a new container. */
  observe(pod: Pod, uid: string, status: PodStatus): void {
    this.#seen.set(uid, status);
    if (!this.#ports.ctx.traits.readinessTriggered) return;
    for (const container of probed(pod)) {
      const found = newest(status.containers, container.name);
      const runs = found !== undefined && stateOf(found) === 'running';
      const id = found?.id ?? '';
      if (!runs || !isStarted(container, id, this.#results)) continue;
      if (!isReadyNow(container, id, this.#results))
        this.#workers.get(keyOf(uid, container, 'readiness'))?.worker.trigger();
    }
  }

  /** AddPod: a worker for each probe without one. Changed probes are ignored. */
  watch(pod: Pod, uid: string): void {
    for (const container of probed(pod)) {
      for (const kind of ['startup', 'readiness', 'liveness'] as const) {
        this.#begin({ pod, uid, container, kind });
      }
    }
  }

  /** StopLivenessAndStartup, except for sidecars. Kubelets before 1.22 stop no probe before the end of the pod. */
  stopLivenessAndStartup(pod: Pod, uid: string): void {
    if (!this.#ports.ctx.traits.terminationStateMachine) return;
    for (const container of pod.spec.containers) {
      this.#workers.get(keyOf(uid, container, 'liveness'))?.worker.stop();
      this.#workers.get(keyOf(uid, container, 'startup'))?.worker.stop();
    }
  }

  /** RemovePod. */
  forget(uid: string): void {
    const seen = this.#seen.get(uid)?.containers ?? [];
    this.#seen.delete(uid);
    for (const { id = '' } of seen) for (const results of Object.values(this.#results)) results.delete(id);
    for (const { uid: owner, worker } of this.#workers.values()) if (owner === uid) worker.stop();
  }

  /** Resolves when no probe is in flight. */
  async quiet(): Promise<void> {
    await Promise.all([...this.#workers.values()].map(({ worker }) => worker.quiet()));
  }

  /** Resolves when all workers have ended; the signal ends them. */
  async ended(): Promise<void> {
    await Promise.all(this.#ending);
  }

  #begin({ pod, uid, container, kind }: Subject): void {
    const probe = container[`${kind}Probe`];
    const key = keyOf(uid, container, kind);
    const current = this.#probedContainer(pod, uid, container);
    const isOver = current?.state === 'exited' && !current.willRestart;
    if (!probe || isOver || this.#workers.has(key)) return;
    const { ctx, whenUnpaused } = this.#ports;
    const worker = new ProbeWorker({
      ctx,
      whenUnpaused,
      container,
      settings: { kind, probe },
      delayMs: this.#delayMs(probe.periodSeconds || 10),
      lookUp: () => this.#probedContainer(pod, uid, container),
      earlier: (id) => this.#earlier(uid, kind, id),
      report: (id, result) => {
        this.#report(uid, kind, { id, result });
      },
    });
    this.#workers.set(key, { uid, worker });
    const ending = worker.ended.then(() => {
      this.#workers.delete(key);
      this.#ending.delete(ending);
    });
    this.#ending.add(ending);
  }

  /** After a restart the workers start at random times. */
  #delayMs(periodSeconds: number): number {
    const { ctx, earlier } = this.#ports;
    const { jitter, probeScale } = ctx.pace;
    return earlier && jitter > 0 ? Math.random() * periodSeconds * 1000 * probeScale : 0;
  }

  #probedContainer(
    pod: Pod,
    uid: string,
    container: Container,
  ): (ProbedContainer & { readonly address: string }) | undefined {
    const status = this.#seen.get(uid);
    const found = status && newest(status.containers, container.name);
    if (!found) return undefined;
    const { id = '', started_at } = found;
    const unitMs = 1000 * this.#ports.ctx.pace.probeScale;
    const startedUnit = Math.floor(millisOf(started_at) / unitMs);
    return {
      id,
      state: stateOf(found),
      started: isStarted(container, id, this.#results),
      runningSeconds: Math.floor(this.#ports.ctx.wallMs() / unitMs - startedUnit),
      willRestart: isSidecar(container) || mayRestart(pod, container),
      address: this.#address(pod, status),
    };
  }

  /** The first address of the node's IP family. */
  #address(pod: Pod, { ips }: PodStatus): string {
    const [node = ''] = this.#ports.ctx.facts.nodeIps;
    if (pod.spec.hostNetwork === true) return node;
    const own = ips.filter(isPodAddress);
    return own.find((ip) => ip.includes(':') === node.includes(':')) ?? own[0] ?? '';
  }

  #earlier(uid: string, kind: ProbeKind, id: string): ProbeResult | undefined {
    const { earlier, ctx } = this.#ports;
    const known = ctx.traits.probeResultsSurviveRestart ? earlier?.[kind].get(id) : undefined;
    const found = this.#seen.get(uid)?.containers.find((container) => container.id === id);
    return millisOf(found?.started_at) + settledMs < this.#beganMs ? known : undefined;
  }

  #report(uid: string, kind: ProbeKind, { id, result }: Report): void {
    const results = this.#results[kind];
    if (!this.#seen.has(uid)) return;
    if (result === undefined) results.delete(id);
    if (result === undefined || results.get(id) === result) return;
    results.set(id, result);
    if (kind !== 'liveness' || result === 'failure') this.#ports.onResult(uid);
  }
}

interface Subject {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
  readonly kind: ProbeKind;
}

interface Report {
  readonly id: string;
  readonly result: ProbeResult | undefined;
}

function probed({ spec }: Pod): readonly Container[] {
  return [...spec.containers, ...(spec.initContainers ?? []).filter(isSidecar)];
}

function mayRestart(pod: Pod, container: Container): boolean {
  return effectivePolicy(pod, container) !== 'Never' || (container.restartPolicyRules ?? []).length > 0;
}

function keyOf(uid: string, { name }: Container, kind: ProbeKind): string {
  return `${uid}/${name}/${kind}`;
}
