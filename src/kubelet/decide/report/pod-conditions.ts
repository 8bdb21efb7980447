// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from '#pod/pod.js';
import type { PodPhase } from './pod-controller.js';
import type { ContainerReport, ContainerReports } from './container-report.js';
import type { PodStatus } from './pod-status.js';
import type { PodCondition } from './pod-condition.js';
import { sandboxChanged } from '../sync/sandbox-changed.js';
import { isSidecar } from '../sync/should-restart.js';

type Finding = Omit<PodCondition, 'type'>;

const holds: Finding = { status: 'True' };

export interface ConditionFacts {
  readonly reports: ContainerReports;
  readonly phase: PodPhase;
}

/**
 * kubelet_pods.go, generateAPIPodStatus: the conditions of the pod, in the order the kubelet reports them.
 */
export function podConditions(pod: Pod, status: PodStatus, facts: ConditionFacts): readonly PodCondition[] {
  const ready = containersReady(pod, facts);
  return [
    { type: 'PodReadyToStartContainers', ...readyToStart(pod, status) },
    { type: 'Initialized', ...initialized(pod, facts) },
    { type: 'Ready', ...(ready.status === 'True' ? gatesOpen(pod) : ready) },
    { type: 'ContainersReady', ...ready },
    { type: 'PodScheduled', ...holds },
  ];
}

/** status/generate.go, GeneratePodReadyToStartContainersCondition. */
function readyToStart(pod: Pod, status: PodStatus): Finding {
  const { changed, why } = sandboxChanged(pod, status);
  return changed ? { status: 'False', message: sandboxMessages.get(why) ?? why } : holds;
}

/** Maps our reasons to the texts of the kubelet. */
const sandboxMessages: ReadonlyMap<string, string> = new Map([
  ['there is no sandbox', 'no pod sandbox exists'],
  ['several sandboxes are ready', 'multiple pod sandboxes are ready and need to be reconciled'],
  ['the sandbox is not ready', 'pod sandbox is not ready'],
  ['the network namespace mode changed', 'network namespace mode changed and sandbox needs to be recreated'],
  ['the sandbox has no IP address', 'pod sandbox has no IP address'],
]);

/** status/generate.go, GeneratePodInitializedCondition. */
function initialized(pod: Pod, { reports, phase }: ConditionFacts): Finding {
  const sorted = namesByState(pod.spec.initContainers ?? [], reports.init, isInitialized);
  if (phase === 'Succeeded' && sorted.unknown.length === 0) return { status: 'True', reason: 'PodCompleted' };
  if (reports.regular.some(({ state }) => state.running !== undefined || state.terminated !== undefined)) {
    return holds;
  }
  return findingOf(sorted, 'incomplete', 'ContainersNotInitialized');
}

function isInitialized(container: Container, report: ContainerReport): boolean {
  return isSidecar(container) ? report.started === true : report.ready;
}

/** status/generate.go, GenerateContainersReadyCondition. */
function containersReady(pod: Pod, { reports, phase }: ConditionFacts): Finding {
  const counted = [...(pod.spec.initContainers ?? []).filter(isSidecar), ...pod.spec.containers];
  const sorted = namesByState(counted, [...reports.init, ...reports.regular], (_, { ready }) => ready);
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  if (phase === 'Succeeded' && sorted.unknown.length === 0)
    return { status: 'False', reason: 'PodCompleted' };
  return findingOf(sorted, 'unready', 'ContainersNotReady');
}

/**
 * status/generate.go, GeneratePodReadyCondition. Nobody sets conditions here, so readiness gates are never
 * met.
 */
function gatesOpen({ spec: { readinessGates = [] } }: Pod): Finding {
  if (readinessGates.length === 0) return holds;
  const messages = readinessGates.map(
    ({ conditionType }) => `corresponding condition of pod readiness gate "${conditionType}" does not exist.`,
  );
  return { status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') };
}

interface NamesByState {
  readonly unknown: readonly string[];
  readonly lacking: readonly string[];
}

function namesByState(
  containers: readonly Container[],
  reports: readonly ContainerReport[],
  isFine: (container: Container, report: ContainerReport) => boolean,
): NamesByState {
  const reportOf = new Map(reports.map((report) => [report.name, report]));
  const unknown = containers.filter(({ name }) => !reportOf.has(name));
  const lacking = containers.filter((container) => {
    const report = reportOf.get(container.name);
    return report !== undefined && !isFine(container, report);
  });
  return { unknown: unknown.map(({ name }) => name), lacking: lacking.map(({ name }) => name) };
}

function findingOf(
  { unknown, lacking }: NamesByState,
  word: 'incomplete' | 'unready',
  reason: string,
): Finding {
  const list = (kind: string, names: readonly string[]): string =>
    `containers with ${kind} status: [${names.join(' ')}]`;
  const messages = [
    ...(unknown.length > 0 ? [list('unknown', unknown)] : []),
    ...(lacking.length > 0 ? [list(word, lacking)] : []),
  ];
  return messages.length === 0 ? holds : { status: 'False', reason, message: messages.join(', ') };
}
