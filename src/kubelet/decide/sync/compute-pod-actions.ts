// SPDX-License-Identifier: Apache-2.0
import type { EphemeralContainer } from '#pod/pod.js';
import type { DecisionInput } from './decision-input.js';
import { decideInitContainers } from './init-containers.js';
import type { InitDecision } from './init-decision.js';
import { withNewSandbox } from './new-sandbox.js';
import type { PodActions, ResizeActions } from './pod-actions.js';
import { newest } from '../report/pod-status.js';
import { decideRegular } from './regular-containers.js';
import { inPlace, podLevelChanged, startsResized, type Resize } from './resize-decision.js';
import { containersToReset } from './restart-all.js';
import { sandboxChanged, type SandboxDecision } from './sandbox-changed.js';

/** kuberuntime_manager.go, computePodActions: what this sync has to do. */
export function computePodActions(input: DecisionInput): PodActions {
  const sandbox = sandboxChanged(input.pod, input.status);
  const none = emptyActions(sandbox);
  const toReset = containersToReset(input);
  if (toReset.length > 0)
    return { ...none, containersToReset: toReset, why: none.why || 'an exit code asks for a restart of all' };
  if (sandbox.changed) return { ...none, ...withNewSandbox(input, sandbox.attempt) };
  const kept = { ...none, ephemeralContainersToStart: ephemeralContainers(input) };
  const init = decideInitContainers(input);
  if (init.killPod) return { ...kept, killPod: true, why: 'an init container failed for good' };
  const started = { ...kept, initContainersToStart: init.toStart, containersToKill: init.toKill };
  if (!init.initialized) return { ...started, resize: resizeActions(init.resizes) };
  return withRegular(input, init, started);
}

function emptyActions(sandbox: SandboxDecision): PodActions {
  return {
    killPod: sandbox.changed,
    createSandbox: sandbox.changed,
    attempt: sandbox.attempt,
    sandboxId: sandbox.id,
    ephemeralContainersToStart: [],
    initContainersToStart: [],
    containersToStart: [],
    containersToKill: [],
    containersToReset: [],
    resize: resizeActions([]),
    why: sandbox.why,
  };
}

function resizeActions(resizes: readonly Resize[]): ResizeActions {
  const queued = resizes.filter(({ restart }) => !restart);
  return { ...inPlace(queued), pod: resizes.some(({ restart }) => restart), podLevel: false };
}

/** An ephemeral container is started once, never again. */
function ephemeralContainers({ pod, status, traits }: DecisionInput): readonly EphemeralContainer[] {
  if (!traits.ephemeralContainers) return [];
  return (pod.spec.ephemeralContainers ?? []).filter(({ name }) => !newest(status.containers, name));
}

function withRegular(input: DecisionInput, init: InitDecision, started: PodActions): PodActions {
  const decisions = input.pod.spec.containers.map((container) => decideRegular(input, container));
  const toStart = decisions.filter(({ start }) => start).map(({ container }) => container);
  const toKill = decisions.flatMap(({ kill }) => kill ?? []);
  const nothingLeft = toStart.length === 0 && !decisions.some(({ keep }) => keep);
  const resize = resizeActions([...init.resizes, ...decisions.flatMap((decision) => decision.resize ?? [])]);
  const podLevel = podLevelChanged(input);
  const pod = resize.pod || (!podLevel && startsResized(input, toStart));
  return {
    ...started,
    killPod: nothingLeft,
    initContainersToStart: nothingLeft ? [] : started.initContainersToStart,
    containersToStart: toStart,
    containersToKill: [...started.containersToKill, ...toKill],
    resize: { ...resize, pod, podLevel },
    why: nothingLeft ? 'no container is left to run' : started.why,
  };
}
