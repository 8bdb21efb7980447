// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { restartCountAnnotation } from '../../model/annotations.js';
import {
  lostExitCode,
  lostReason,
  type ContainerReport,
  type ContainerState,
  type TerminatedState,
} from './container-report.js';
import { containerExitCode, stateOf } from './pod-status.js';

export interface NamedInstance {
  readonly instance: ContainerStatus;
  readonly runtimeName: string;
  /** What it left in its termination log. */
  readonly terminationMessage: string;
}

/** kubelet_pods.go, convertToAPIContainerStatuses: one instance as the API shows it. */
export function instanceReport(named: NamedInstance, old: ContainerReport | undefined): ContainerReport {
  const { instance, runtimeName } = named;
  const { metadata, image, image_ref: imageID = '' } = instance;
  const isLost = stateOf(instance) === 'unknown' && old?.state.running !== undefined;
  const containerID = idOf(instance, runtimeName);
  return {
    name: metadata?.name ?? '',
    state: isLost ? { terminated: gone } : stateReport(named),
    lastState: lastStateKept(old, containerID),
    ready: false,
    restartCount: isLost ? old.restartCount + 1 : restartsOf(instance, old),
    image: image?.image ?? '',
    imageID,
    containerID,
  };
}

function restartsOf({ annotations }: ContainerStatus, old: ContainerReport | undefined): number {
  return Math.max(Number(annotations?.[restartCountAnnotation] ?? 0), old?.restartCount ?? 0);
}

/** The API keeps how an instance ended after the runtime has removed it. */
function lastStateKept(old: ContainerReport | undefined, containerID: string): ContainerState {
  const ended = old && old.containerID !== containerID ? old.state.terminated : undefined;
  return ended ? { terminated: ended } : (old?.lastState ?? {});
}

const gone: TerminatedState = {
  exitCode: lostExitCode,
  reason: lostReason,
  message: 'it was running, and the runtime does not know any more how it is',
};

function stateReport({ instance, runtimeName, terminationMessage }: NamedInstance): ContainerState {
  switch (stateOf(instance)) {
    case 'running':
      return { running: { startedAt: timeOf(instance.started_at) } };
    case 'exited':
      return { terminated: terminatedReport(instance, runtimeName, terminationMessage) };
    case 'created':
    case 'unknown':
      return { waiting: {} };
  }
}

function terminatedReport(
  instance: ContainerStatus,
  runtimeName: string,
  terminationMessage: string,
): TerminatedState {
  const { reason = '', message = '', started_at, finished_at } = instance;
  const words = [message, terminationMessage].filter((text) => text !== '').join(': ');
  return {
    exitCode: containerExitCode(instance),
    ...(reason !== '' && { reason }),
    ...(words !== '' && { message: words }),
    startedAt: timeOf(started_at),
    finishedAt: timeOf(finished_at),
    containerID: idOf(instance, runtimeName),
  };
}

function idOf({ id = '' }: ContainerStatus, runtimeName: string): string {
  return `${runtimeName}://${id}`;
}

/** Whole seconds, as the API keeps them. */
function timeOf(nanoseconds: string | undefined): string {
  const seconds = Number(BigInt(nanoseconds ?? 0) / 1_000_000_000n);
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
