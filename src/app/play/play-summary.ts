// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import type {
  ContainerView,
  PodController,
  PodView,
  Problem,
} from '#kubelet/decide/report/pod-controller.js';

interface PlayedContainer {
  readonly name: string;
  readonly attempt: number;
  readonly state: ContainerView['state'];
  readonly exitCode?: number;
  readonly reason?: string;
}

/** How one pod ended. */
export interface PlayedPod {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  /** Before it was deleted. */
  readonly phase: PodView['phase'];
  /** As last seen, after the kill. */
  readonly containers: readonly PlayedContainer[];
  readonly problems: readonly Problem[];
  readonly ended: 'terminated' | 'stuck';
}

interface PodEnd {
  readonly controller: Pick<PodController, 'pod' | 'uid'>;
  readonly before: PodView;
  readonly after: PodView;
  readonly ended: PlayedPod['ended'];
}

export function summaryOf({ controller, before, after, ended }: PodEnd): PlayedPod {
  const { name, namespace = 'default' } = controller.pod.metadata;
  return {
    name,
    namespace,
    ended,
    uid: controller.uid,
    phase: before.phase,
    problems: before.problems,
    containers: [...after.containers.values()].flatMap(([latest]) => (latest ? [containerOf(latest)] : [])),
  };
}

function containerOf({ name, attempt, state, exitCode, reason }: ContainerView): PlayedContainer {
  return {
    name,
    attempt,
    state,
    ...(exitCode !== undefined && { exitCode }),
    ...(reason !== '' && { reason }),
  };
}

/** It started a container, and it is gone. */
export function livedAndEnded({ ended, containers }: PlayedPod): boolean {
  return ended === 'terminated' && containers.some(({ state }) => state === 'exited');
}

export function playedText(pods: readonly PlayedPod[]): string {
  return pods
    .flatMap((pod) => [headline(pod), ...pod.containers.map(containerLine), ...pod.problems.map(problemLine)])
    .join('');
}

function headline({ namespace, name, phase, ended }: PlayedPod): string {
  return `${printable(`${namespace}/${name}  ${phase}`)}${ended === 'stuck' ? ', could not be terminated' : ', deleted'}\n`;
}

function containerLine({ name, attempt, state, exitCode, reason = '' }: PlayedContainer): string {
  const how = exitCode === undefined ? state : `exited ${exitCode}`;
  const restarts = attempt === 0 ? '' : `, ${attempt} restart${attempt === 1 ? '' : 's'}`;
  return `${printable(`  ${name}  ${how}${reason === '' ? '' : ` (${reason})`}${restarts}`)}\n`;
}

function problemLine({ container, reason, message }: Problem): string {
  return `  ${printable(`${container === undefined ? '' : `${container}: `}${reasonOnce(reason, message)}`)}\n`;
}

/** Some runtimes repeat the reason at the start of the message. */
export function reasonOnce(reason: string, message: string): string {
  return message.startsWith(`${reason}: `) ? message : `${reason}: ${message}`;
}
