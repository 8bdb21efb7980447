// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { computePodActions } from '../decide/sync/compute-pod-actions.js';
import type { PodActions } from '../decide/sync/pod-actions.js';
import { asksEverySync, imageVolumesOf } from '../images/image-volumes.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { hostIps } from './pod-address.js';
import { killUnwantedContainers } from './kill-unwanted-containers.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { pruneInitContainers } from './prune-init-containers.js';
import { resizePod } from './resize/resize-pod.js';
import { ensureSandbox } from './ensure-sandbox.js';
import { ContainerStarter, type StartProblem } from './start-containers.js';
import type { PodSync } from '../context/kubelet-context.js';
import { prepareVolumes } from './volumes/prepare-volumes.js';

export interface SyncResult {
  /** `retryMs`: when a retry makes sense, if known. */
  readonly problems: readonly StartProblem[];
  /** The sync did something, or tried to. */
  readonly acted: boolean;
  /** Resources were updated: the next relist reads the pod even if its lists did not change. */
  readonly resized: boolean;
}

/** kuberuntime_manager.go, SyncPod, with the network and volume checks of kubelet.go, SyncPod, before it. */
export async function syncPod(sync: PodSync): Promise<SyncResult> {
  const { ctx, pod, uid, status } = sync;
  const unready = networkProblem(sync);
  if (unready) return { problems: [unready], acted: false, resized: false };
  const { traits } = ctx;
  const probes = ctx.probeResults();
  const actions = computePodActions({ pod, status, probes, traits, actuated: ctx.actuated(uid) });
  const idle = isIdle(actions);
  if (!idle) ctx.note('sync', summary(actions));
  const unmounted = idle ? undefined : await prepareVolumes(sync, hostIps(sync) ?? status.ips);
  if (unmounted) return { problems: [unmounted], acted: false, resized: false };
  const problems = await carryOut(sync, actions);
  return { problems, acted: !idle, resized: wantsResize(actions) };
}

/** kubelet.go, SyncPod: the network check. While the runtime is not ready no pod is synced at all. */
function networkProblem({ ctx, pod }: PodSync): StartProblem | undefined {
  const { runtimeReady, networkReady } = ctx.runtimeInfo();
  if (pod.spec.hostNetwork === true || networkReady || !runtimeReady) return undefined;
  const message = 'network is not ready: the runtime says that it has none';
  return { reason: 'NetworkNotReady', message, retryMs: ctx.pace.networkRetryMs };
}

function wantsResize({ resize }: PodActions): boolean {
  return resize.pod || resize.podLevel || resize.memory.length + resize.cpu.length > 0;
}

function isIdle(actions: PodActions): boolean {
  const { initContainersToStart, containersToStart, ephemeralContainersToStart } = actions;
  const lists = [initContainersToStart, containersToStart, ephemeralContainersToStart];
  const kills = [actions.containersToKill, actions.containersToReset];
  const listed = [...lists, ...kills].some(({ length }) => length > 0);
  return !actions.killPod && !actions.createSandbox && !listed && !wantsResize(actions);
}

function summary(actions: PodActions): Record<string, unknown> {
  const { ephemeralContainersToStart: ephemeral, initContainersToStart: init, containersToStart } = actions;
  const starting: readonly Container[] = [...ephemeral, ...init, ...containersToStart];
  return {
    killPod: actions.killPod,
    createSandbox: actions.createSandbox,
    attempt: actions.attempt,
    start: starting.map(({ name }) => name),
    kill: actions.containersToKill.map(({ container, reason }) => ({ container: container.name, reason })),
    reset: actions.containersToReset.map(({ container }) => container.name),
    why: actions.why,
  };
}

async function carryOut(sync: PodSync, actions: PodActions): Promise<readonly StartProblem[]> {
  const killed = await killUnwantedContainers(sync, actions);
  if (killed.length > 0) return killed;
  await pruneInitContainers(sync);
  const made = await ensureSandbox(sync, actions);
  if ('problem' in made) return made.problem ? [made.problem] : [];
  return startAll(sync, actions, made.sandbox);
}

/** Resizes happen even if there is no sandbox to start containers in. */
async function startAll(
  sync: PodSync,
  actions: PodActions,
  sandbox: SandboxHandle | undefined,
): Promise<readonly StartProblem[]> {
  if (!sandbox) return resized(sync, actions);
  if (asksEverySync(sync)) await imageVolumesOf(sync, sandbox.sandboxConfig);
  const early = sync.ctx.traits.resizeBeforeStarts;
  const starter = new ContainerStarter(sync, sandbox);
  const before = early ? await resized(sync, actions) : [];
  if (!(await starter.startFirst(actions))) return [...before, ...starter.problems];
  const between = early ? [] : await resized(sync, actions);
  await starter.startEach(actions.containersToStart);
  return [...before, ...between, ...starter.problems];
}

async function resized(sync: PodSync, actions: PodActions): Promise<readonly Problem[]> {
  const problem = wantsResize(actions) ? await resizePod(sync, actions) : undefined;
  return problem ? [problem] : [];
}
