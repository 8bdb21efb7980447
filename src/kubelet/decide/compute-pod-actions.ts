// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import { definitionChanged } from './container-hash.js';
import { decideInitContainers } from './init-containers.js';
import { noProbeResults, type ContainerToKill, type PodActions, type ProbeResults } from './pod-actions.js';
import { exitCodeOf, newest, stateOf, type PodStatus } from './pod-status.js';
import { sandboxChanged, type SandboxDecision } from './sandbox-changed.js';
import { effectivePolicy, shouldRestart } from './should-restart.js';

/** What this sync has to do, from the pod as wanted and as last seen. */
export function computePodActions(
  pod: Pod,
  status: PodStatus,
  probes: ProbeResults = noProbeResults,
): PodActions {
  const sandbox = sandboxChanged(pod, status);
  const none = emptyActions(sandbox);
  if (sandbox.changed) return { ...none, ...withNewSandbox(pod, status, sandbox) };
  const init = decideInitContainers(pod, status, probes);
  if (init.killPod) return { ...none, killPod: true, why: 'an init container failed for good' };
  const started = { initContainersToStart: init.toStart, containersToKill: init.toKill };
  if (!init.initialized) return { ...none, ...started };
  return keepOrEnd(pod, status, { probes, actions: { ...none, ...started } });
}

function emptyActions(sandbox: SandboxDecision): PodActions {
  return {
    killPod: sandbox.changed,
    createSandbox: sandbox.changed,
    attempt: sandbox.attempt,
    sandboxId: sandbox.id,
    initContainersToStart: [],
    containersToStart: [],
    containersToKill: [],
    why: sandbox.why,
  };
}

function withNewSandbox(pod: Pod, status: PodStatus, { attempt }: SandboxDecision): Partial<PodActions> {
  const [firstInit] = pod.spec.initContainers ?? [];
  if (pod.spec.restartPolicy === 'Never' && attempt !== 0 && status.containers.length > 0) {
    return { createSandbox: false };
  }
  const toStart = pod.spec.containers.filter((container) => !isDone(pod, container, status));
  const anyKnown = pod.spec.containers.some(({ name }) => {
    const found = newest(status.containers, name);
    return found !== undefined && stateOf(found) !== 'unknown';
  });
  if (toStart.length === 0 && anyKnown) return { createSandbox: false };
  return firstInit ? { initContainersToStart: [firstInit] } : { containersToStart: toStart };
}

function isDone(pod: Pod, container: Container, status: PodStatus): boolean {
  const found = newest(status.containers, container.name);
  if (effectivePolicy(pod, container) !== 'OnFailure' || !found) return false;
  return stateOf(found) === 'exited' && exitCodeOf(found) === 0;
}

interface Verdict {
  readonly start: boolean;
  readonly keep: boolean;
  readonly kill?: Pick<ContainerToKill, 'reason' | 'why'>;
}

function keepOrEnd(
  pod: Pod,
  status: PodStatus,
  { probes, actions }: { probes: ProbeResults; actions: PodActions },
): PodActions {
  const verdicts = pod.spec.containers.map((container) => {
    const found = newest(status.containers, container.name);
    return { container, found, ...judge({ pod, container, found, probes }) };
  });
  const toStart = verdicts.filter(({ start }) => start).map(({ container }) => container);
  const toKill = verdicts.flatMap(({ container, found, kill }) =>
    kill && found ? [{ id: found.id ?? '', container, ...kill }] : [],
  );
  const nothingLeft = toStart.length === 0 && !verdicts.some(({ keep }) => keep);
  return {
    ...actions,
    killPod: nothingLeft,
    initContainersToStart: nothingLeft ? [] : actions.initContainersToStart,
    containersToStart: toStart,
    containersToKill: [...actions.containersToKill, ...toKill],
    why: nothingLeft ? 'no container is left to run' : actions.why,
  };
}

interface Wanted {
  readonly pod: Pod;
  readonly container: Container;
  readonly found: ContainerStatus | undefined;
  readonly probes: ProbeResults;
}

function judge(wanted: Wanted): Verdict {
  const { pod, container, found } = wanted;
  if (found && stateOf(found) === 'running') return judgeRunning(wanted, found);
  if (!shouldRestart(pod, container, found)) return { start: false, keep: false };
  const unknown = found !== undefined && stateOf(found) === 'unknown';
  return {
    start: true,
    keep: false,
    ...(unknown && { kill: { reason: 'Unknown', why: 'its state is unknown' } }),
  };
}

function judgeRunning({ pod, container, probes }: Wanted, found: ContainerStatus): Verdict {
  const id = found.id ?? '';
  if (definitionChanged(container, found)) {
    return { start: true, keep: false, kill: { reason: 'DefinitionChanged', why: 'its definition changed' } };
  }
  const again = effectivePolicy(pod, container) !== 'Never';
  if (probes.liveness.get(id) === 'failure') {
    return { start: again, keep: false, kill: { reason: 'LivenessProbe', why: 'liveness probe failed' } };
  }
  if (probes.startup.get(id) === 'failure') {
    return { start: again, keep: false, kill: { reason: 'StartupProbe', why: 'startup probe failed' } };
  }
  return { start: false, keep: true };
}
