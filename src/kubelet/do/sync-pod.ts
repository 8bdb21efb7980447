// SPDX-License-Identifier: Apache-2.0
import type { PodSandboxConfig } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import { sandboxConfig } from '../config/sandbox-config.js';
import { computePodActions } from '../decide/compute-pod-actions.js';
import type { PodActions } from '../decide/pod-actions.js';
import { newest, stateOf } from '../decide/pod-status.js';
import { isSidecar } from '../decide/should-restart.js';
import type { Problem } from '../pod-life.js';
import { ipsOf } from '../watch/read-status.js';
import { killContainer } from './kill-container.js';
import { killPod } from './kill-pod.js';
import { preparePodFiles } from './prepare-files.js';
import { removeContainer } from './remove-container.js';
import { startContainer, type Place } from './start-container.js';
import type { PodSync } from './sync-context.js';
import { validSandboxStatus } from './valid-status.js';

export interface SyncResult {
  /** `retryMs`: when the problem may have passed, where that is known. */
  readonly problems: readonly (Problem & { readonly retryMs?: number })[];
  /** Anything was killed, created or started, or tried to be. */
  readonly acted: boolean;
}

/** Does what the decision asks for, in the kubelet's order, leaving out what a failure makes pointless. */
export async function syncPod(sync: PodSync): Promise<SyncResult> {
  const actions = computePodActions(sync.pod, sync.status);
  const idle = isIdle(actions);
  if (!idle) sync.hands.journal('sync', summary(actions));
  const killed = await makeRoom(sync, actions);
  if (killed.length > 0) return { problems: killed, acted: true };
  await pruneInitContainers(sync, actions.killPod && actions.createSandbox);
  const place = await sandboxFor(sync, actions);
  if (place === undefined) return { problems: [], acted: !idle };
  if ('reason' in place) return { problems: [place], acted: true };
  return { problems: await startAll(sync, actions, place), acted: !idle };
}

function isIdle(actions: PodActions): boolean {
  const { killPod, createSandbox, initContainersToStart, containersToStart, containersToKill } = actions;
  const listed = initContainersToStart.length + containersToStart.length + containersToKill.length;
  return !killPod && !createSandbox && listed === 0;
}

function summary(actions: PodActions): Record<string, unknown> {
  const names = (containers: readonly Container[]): readonly string[] => containers.map(({ name }) => name);
  return {
    killPod: actions.killPod,
    createSandbox: actions.createSandbox,
    attempt: actions.attempt,
    start: [...names(actions.initContainersToStart), ...names(actions.containersToStart)],
    kill: actions.containersToKill.map(({ container, reason }) => ({ container: container.name, reason })),
    why: actions.why,
  };
}

async function makeRoom(sync: PodSync, actions: PodActions): Promise<readonly Problem[]> {
  if (actions.killPod)
    return sync.status.sandboxes.length + sync.status.containers.length === 0 ? [] : killPod(sync);
  for (const { id, container, reason } of actions.containersToKill) {
    const problem = await killContainer(sync, { id, container, reason });
    if (problem) return [problem];
  }
  return [];
}

/** Of each init container only the newest dead instance is kept; none at all when the sandbox is replaced. */
async function pruneInitContainers({ hands, pod, status }: PodSync, all: boolean): Promise<void> {
  for (const { name } of pod.spec.initContainers ?? []) {
    const dead = status.containers.filter((container) => {
      const over = all || stateOf(container) === 'exited' || stateOf(container) === 'unknown';
      return container.metadata?.name === name && over;
    });
    for (const { id = '' } of all ? dead : dead.slice(1)) await removeContainer(hands, id);
  }
}

/** Undefined: nothing is to be started. */
async function sandboxFor(sync: PodSync, actions: PodActions): Promise<Place | Problem | undefined> {
  const wanted = actions.initContainersToStart.length + actions.containersToStart.length > 0;
  if (!actions.createSandbox && (!wanted || actions.killPod)) return undefined;
  const { pod, uid, hands, status } = sync;
  const { facts, node, traits } = hands;
  const { podLogsDir } = node;
  const config = sandboxConfig({ pod, uid, attempt: actions.attempt, facts, podLogsDir, traits });
  if (!actions.createSandbox) {
    return { sandboxId: actions.sandboxId, sandboxConfig: config, ips: hostIps(sync) ?? status.ips };
  }
  return createSandbox(sync, config);
}

async function createSandbox(sync: PodSync, config: PodSandboxConfig): Promise<Place | Problem> {
  const { hands } = sync;
  await preparePodFiles(sync);
  const handler = hands.runtimeHandler;
  const run = await hands.call('RunPodSandbox', {
    config,
    ...(handler !== '' && { runtime_handler: handler }),
  });
  const id = run.ok ? (run.response.pod_sandbox_id ?? '') : '';
  if (id === '') {
    return { reason: 'CreatePodSandboxError', message: run.ok ? 'the answer names no sandbox' : run.message };
  }
  const read = await hands.call('PodSandboxStatus', { pod_sandbox_id: id });
  const status = read.ok ? read.response.status : undefined;
  if (!validSandboxStatus(status)) {
    return {
      reason: 'FailedStatusPodSandBox',
      message: read.ok ? 'the status lacks what it must have' : read.message,
    };
  }
  return { sandboxId: id, sandboxConfig: config, ips: hostIps(sync) ?? ipsOf(status) };
}

function hostIps({ pod, hands }: { pod: Pod; hands: PodSync['hands'] }): readonly string[] | undefined {
  return pod.spec.hostNetwork === true ? hands.facts.nodeIps : undefined;
}

async function startAll(sync: PodSync, actions: PodActions, place: Place): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const container of actions.initContainersToStart) {
    const problem = await startContainer(sync, container, place);
    if (problem) problems.push(problem);
    if (problem && !isSidecar(container)) return problems;
  }
  for (const container of actions.containersToStart) {
    if (sync.hands.signal.aborted) return problems;
    const problem = await startContainer(sync, container, place);
    if (problem) problems.push(problem);
  }
  return problems;
}

/** Whether a container of the pod is still running, which after a kill is against the contract. */
export function stillRunning(sync: Pick<PodSync, 'pod' | 'status'>): readonly string[] {
  const names = [...(sync.pod.spec.initContainers ?? []), ...sync.pod.spec.containers].map(
    ({ name }) => name,
  );
  return names.filter((name) => {
    const found = newest(sync.status.containers, name);
    return found !== undefined && stateOf(found) === 'running';
  });
}
