// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { Container, PodSandbox } from '#cri/proto/generated/messages.js';
import { minGraceSeconds } from '../decide/sync/grace-period.js';
import { killFromAnnotations } from '../sync/kill/kill-from-annotations.js';
import { isReady, stateOf } from '../decide/report/pod-status.js';
import { stopped } from '../context/stopped.js';
import type { KubeletContext } from '../context/kubelet-context.js';

export interface HousekeepingPorts {
  readonly ctx: KubeletContext;
  /** This kubelet was given the pod at some time. */
  readonly isOurs: (uid: string) => boolean;
  /** The pod has a worker, so it is no orphan. */
  readonly hasWorker: (uid: string) => boolean;
}

interface Orphan {
  readonly containers: readonly Container[];
  readonly sandboxes: readonly PodSandbox[];
}

/** kubelet_pods.go, HandlePodCleanups: kills what still runs of pods without a worker. */
export class Housekeeping {
  readonly #ports: HousekeepingPorts;
  readonly #dueMs = new Map<string, number>();

  constructor(ports: HousekeepingPorts) {
    this.#ports = ports;
  }

  /** Resolves when every orphan was killed or failed to be. */
  async cleanUpPods(): Promise<void> {
    const { ctx } = this.#ports;
    const orphans = await this.#orphans();
    const due = [...orphans].filter(([uid]) => (this.#dueMs.get(uid) ?? 0) <= ctx.clock.nowMs());
    await Promise.all(due.map(([uid, orphan]) => this.#kill(uid, orphan)));
  }

  async #orphans(): Promise<ReadonlyMap<string, Orphan>> {
    const { ctx, isOurs, hasWorker } = this.#ports;
    const ready = { state: {} };
    const running = { state: { state: 'CONTAINER_RUNNING' as const } };
    const listed = await ctx.call('ListPodSandbox', { filter: ready });
    const containers = listed.ok ? await ctx.call('ListContainers', { filter: running }) : undefined;
    if (!listed.ok || !containers?.ok) return new Map();
    const sandboxes = (listed.response.items ?? []).filter(isReady);
    const alive = (containers.response.containers ?? []).filter(
      (container) => stateOf(container) === 'running',
    );
    const uids = new Set([...sandboxes.map(uidOfSandbox), ...alive.map(uidOfContainer)]);
    const orphaned = [...uids].filter((uid) => isOurs(uid) && !hasWorker(uid));
    return new Map(
      orphaned.map((uid) => [
        uid,
        {
          containers: alive.filter((container) => uidOfContainer(container) === uid),
          sandboxes: sandboxes.filter((sandbox) => uidOfSandbox(sandbox) === uid),
        },
      ]),
    );
  }

  async #kill(uid: string, { containers, sandboxes }: Orphan): Promise<void> {
    const { call, clock, note, pace, traits } = this.#ports.ctx;
    note('orphan found', { uid, containers: containers.length, sandboxes: sandboxes.length });
    const ended = await Promise.all(containers.map(({ id = '' }) => this.#stop(id)));
    for (const { id = '' } of sandboxes)
      ended.push(stopped(await call('StopPodSandbox', { pod_sandbox_id: id }), traits));
    if (ended.every(Boolean)) this.#dueMs.delete(uid);
    else this.#dueMs.set(uid, clock.nowMs() + pace.retryMs);
  }

  /** kubelet.go, SyncTerminatingRuntimePod: no hooks and hardly any grace, as nothing is known of the pod. */
  async #stop(id: string): Promise<boolean> {
    const { ctx } = this.#ports;
    const { traits, call } = ctx;
    if (traits.orphanKilledFromAnnotations) return (await killFromAnnotations(ctx, id)) === undefined;
    const grace = traits.graceOverrideReplacesRest ? 1 : minGraceSeconds;
    return stopped(await call('StopContainer', { container_id: id, timeout: String(grace) }), traits);
  }
}

function uidOfSandbox({ metadata }: PodSandbox): string {
  return metadata?.uid ?? '';
}

function uidOfContainer({ labels }: Container): string {
  return labels?.[podUidLabel] ?? '';
}
