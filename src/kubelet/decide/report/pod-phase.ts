// SPDX-License-Identifier: Apache-2.0
import { isStatic } from '../../model/static-pod.js';
import type { Container, Pod } from '#pod/pod.js';
import type { PodPhase } from './pod-controller.js';
import type { Traits } from '../../versions/traits.js';
import { containerStates, type ReportFacts } from './container-states.js';
import type { ContainerReport, ContainerReports } from './container-report.js';
import type { PodStatus } from './pod-status.js';
import { isSidecar, shouldRestart } from '../sync/should-restart.js';

export interface PhaseFacts extends ReportFacts {
  /** The pod was terminated: nothing is started again. */
  readonly terminal?: boolean;
}

/** kubelet_pods.go, generateAPIPodStatus: the phase the kubelet reports. */
export function podPhase(pod: Pod, status: PodStatus, facts: PhaseFacts = {}): PodPhase {
  const reports = containerStates(pod, status, facts);
  const initialized = status.containers.some(
    ({ id = '', metadata }) =>
      status.active.has(id) && pod.spec.containers.some(({ name }) => name === metadata?.name),
  );
  return phaseOf(pod, reports, { ...facts, initialized });
}

/** What a phase depends on besides the reports. */
interface PhaseInput {
  readonly terminal?: boolean;
  readonly traits?: Traits;
  /** A regular container exists in the current sandbox. */
  readonly initialized: boolean;
}

/**
 * kubelet_pods.go, generateAPIPodStatus: a terminated pod that reached no end has failed, unless it is
 * static.
 */
export function phaseOf(pod: Pod, reports: ContainerReports, input: PhaseInput): PodPhase {
  const phase = livingPhase(pod, reports, input);
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  return input.terminal === true && !isOver && !isStatic(pod) ? 'Failed' : phase;
}

/** kubelet_pods.go, getPhase. */
function livingPhase(pod: Pod, reports: ContainerReports, input: PhaseInput): PodPhase {
  const standings = [...initStandings(pod, reports, input), ...regularStandings(pod, reports, input)];
  const has = (...wanted: readonly ContainerStanding[]): boolean =>
    standings.some((each) => wanted.includes(each));
  if (has('init failed for good')) return 'Failed';
  if (has('init pends', 'waits', 'unknown') || (has('sidecar pends') && !input.initialized)) return 'Pending';
  if (has('runs')) return 'Running';
  return has('succeeded', 'failed', 'comes again') ? endedPhase(pod, reports, { ...input, has }) : 'Pending';
}

function endedPhase(
  pod: Pod,
  reports: ContainerReports,
  { terminal = false, has }: PhaseInput & { readonly has: (standing: ContainerStanding) => boolean },
): PodPhase {
  if (terminal && !isStatic(pod)) return allWell(pod, reports) ? 'Succeeded' : 'Failed';
  if (has('comes again')) return 'Running';
  return has('failed') ? 'Failed' : 'Succeeded';
}

type ContainerStanding =
  | 'init pends'
  | 'init failed for good'
  | 'sidecar pends'
  | 'runs'
  | 'waits'
  | 'unknown'
  | 'succeeded'
  | 'failed'
  | 'comes again';

function initStandings(
  pod: Pod,
  { init }: ContainerReports,
  input: PhaseInput,
): readonly ContainerStanding[] {
  return (pod.spec.initContainers ?? []).flatMap((container): readonly ContainerStanding[] => {
    const report = init.find(({ name }) => name === container.name);
    if (isSidecar(container)) return sidecarStanding(report);
    const exitCode = report && lastExit(report);
    if (exitCode === undefined || report?.state.running) return ['init pends'];
    const isFine = exitCode === 0 || willRestart(pod, container, { exitCode, input });
    return isFine ? [] : ['init failed for good'];
  });
}

/** A sidecar that ended does not count: it restarts, or the pod ends without it. */
function sidecarStanding(report: ContainerReport | undefined): readonly ContainerStanding[] {
  if (!report) return ['unknown'];
  if (report.state.running) return report.started === true ? ['runs'] : ['runs', 'sidecar pends'];
  return lastExit(report) === undefined ? ['sidecar pends', 'waits'] : [];
}

function regularStandings(
  pod: Pod,
  { regular }: ContainerReports,
  input: PhaseInput,
): readonly ContainerStanding[] {
  return pod.spec.containers.map((container): ContainerStanding => {
    const report = regular.find(({ name }) => name === container.name);
    if (!report) return 'unknown';
    if (report.state.running) return 'runs';
    const exitCode = lastExit(report);
    if (exitCode === undefined) return 'waits';
    if (willRestart(pod, container, { exitCode, input })) return 'comes again';
    return exitCode === 0 ? 'succeeded' : 'failed';
  });
}

/** The exit code of a container that ended, or that waits for its next start after an end. */
function lastExit({ state, lastState }: ContainerReport): number | undefined {
  return (state.terminated ?? (state.running ? undefined : lastState.terminated))?.exitCode;
}

function willRestart(
  { metadata: { name }, spec }: Pod,
  container: Container,
  { exitCode, input: { traits } }: { readonly exitCode: number; readonly input: PhaseInput },
): boolean {
  const pod = { metadata: { name }, spec };
  const ended = { state: 'CONTAINER_EXITED', exit_code: exitCode } as const;
  return shouldRestart(traits ? { pod, traits } : { pod }, container, ended);
}

function allWell(pod: Pod, { regular }: ContainerReports): boolean {
  return pod.spec.containers.every(({ name }) => {
    const report = regular.find((each) => each.name === name);
    return report?.state.terminated?.exitCode === 0;
  });
}
