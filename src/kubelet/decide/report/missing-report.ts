// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import { lostExitCode, lostReason, type ContainerReport } from './container-report.js';
import type { PodStatus } from './pod-status.js';
import { isSidecar } from '../sync/should-restart.js';

interface Subject {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly init: boolean;
}

/**
 * kubelet_pods.go, convertToAPIContainerStatuses: a container the runtime does not list was not created yet,
 * or is lost.
 */
export function missingReport(
  { pod, status, init }: Subject,
  container: Container,
  old: ContainerReport | undefined,
): ContainerReport {
  if (old?.state.terminated) return old;
  const fresh = freshReport(pod, container, old);
  const wasRunning = old?.state.running !== undefined && fresh.lastState.terminated === undefined;
  const report = wasRunning ? lost(pod, fresh) : fresh;
  const isPast = init && !isSidecar(container) && anyRegular(pod, status);
  return isPast ? { ...report, state: { terminated: pastInit } } : report;
}

function freshReport(
  { spec: { initContainers = [] } }: Pod,
  { name, image }: Container,
  old: ContainerReport | undefined,
): ContainerReport {
  return {
    name,
    state: { waiting: { reason: initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating' } },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount: old?.restartCount ?? 0,
    image,
    imageID: '',
    containerID: '',
  };
}

const pastInit = {
  exitCode: 0,
  reason: 'Completed',
  message: 'the runtime knows nothing of it any more, and the pod is past its initialization',
};

function lost({ metadata }: Pod, report: ContainerReport): ContainerReport {
  const terminated = {
    exitCode: lostExitCode,
    reason: lostReason,
    message: 'it was running, and the runtime knows nothing of it any more',
  };
  const restarts = metadata.deletionTimestamp === undefined ? 1 : 0;
  return { ...report, lastState: { terminated }, restartCount: report.restartCount + restarts };
}

function anyRegular({ spec }: Pod, { containers }: PodStatus): boolean {
  return spec.containers.some(({ name }) => containers.some(({ metadata }) => metadata?.name === name));
}
