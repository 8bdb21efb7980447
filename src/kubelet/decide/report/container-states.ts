// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Container, Pod } from '#pod/pod.js';
import type { Problem } from './pod-controller.js';
import type { Traits } from '../../versions/traits.js';
import { instanceReport, type NamedInstance } from './instance-report.js';
import { noReports, type ContainerReport, type ContainerReports } from './container-report.js';
import { missingReport } from './missing-report.js';
import { isReadyNow, isStarted, noProbeResults, type ProbeResults } from '../sync/probe-results.js';
import { containerExitCode, stateOf, type PodStatus } from './pod-status.js';
import { isSidecar, shouldRestart } from '../sync/should-restart.js';

/** What a report depends on besides the pod and its status. */
export interface ReportFacts {
  readonly probes?: ProbeResults;
  /** Of the last syncs: why containers could not be started. */
  readonly problems?: readonly Problem[];
  /** What was reported before. */
  readonly before?: ContainerReports;
  /** From Version: the scheme of container ids. */
  readonly runtimeName?: string;
  /** Termination messages of ended instances, by container id. */
  readonly terminationMessages?: ReadonlyMap<string, string>;
  readonly traits?: Traits;
}

interface Subject {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly facts: ReportFacts;
  readonly init: boolean;
}

/**
 * kubelet_pods.go, convertToAPIContainerStatuses: a report for each container, in the order of the manifest.
 */
export function containerStates(pod: Pod, status: PodStatus, facts: ReportFacts = {}): ContainerReports {
  const { before = noReports } = facts;
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  const each = (list: readonly Container[], known: readonly ContainerReport[], init: boolean) =>
    list.map((container) => {
      const old = known.find(({ name }) => name === container.name);
      return reportOf({ pod, status, facts, init }, container, old);
    });
  return {
    init: each(initContainers, before.init, true),
    regular: each(containers, before.regular, false),
    ephemeral: each(ephemeralContainers, before.ephemeral, false),
  };
}

function reportOf(subject: Subject, container: Container, old: ContainerReport | undefined): ContainerReport {
  const instances = subject.status.containers.filter(({ metadata }) => metadata?.name === container.name);
  const [latest] = instances;
  const seen = latest ? fromInstances(subject, instances, old) : missingReport(subject, container, old);
  return withReadiness(subject, container, withProblem(subject, { container, latest, seen }));
}

function fromInstances(
  { facts }: Subject,
  [latest, previous]: readonly ContainerStatus[],
  old: ContainerReport | undefined,
): ContainerReport {
  const { runtimeName = '', terminationMessages } = facts;
  const named = (instance: ContainerStatus): NamedInstance => ({
    instance,
    runtimeName,
    terminationMessage: terminationMessages?.get(instance.id ?? '') ?? '',
  });
  const report = instanceReport(named(latest ?? {}), old);
  return previous ? { ...report, lastState: instanceReport(named(previous), old).state } : report;
}

interface ReportedContainer {
  readonly container: Container;
  readonly latest: ContainerStatus | undefined;
  readonly seen: ContainerReport;
}

/** A container that should restart but could not be started is waiting, with the error as its reason. */
function withProblem(subject: Subject, { container, latest, seen }: ReportedContainer): ContainerReport {
  if (!startsAgain(subject, { container, latest, seen })) return seen;
  const { problems = [] } = subject.facts;
  const problem = problems.find((each) => each.container === container.name && isOfStart(each));
  if (!problem) return seen;
  const { reason, message } = problem;
  const { terminated } = seen.state;
  return {
    ...seen,
    state: { waiting: { reason, message } },
    ...(terminated && { lastState: { terminated } }),
  };
}

function startsAgain(
  { pod, init, facts: { traits } }: Subject,
  { container, latest, seen }: ReportedContainer,
): boolean {
  if (init && hasDone(latest, seen)) return false;
  return shouldRestart(traits ? { pod, traits } : { pod }, container, latest);
}

function hasDone(latest: ContainerStatus | undefined, { state }: ContainerReport): boolean {
  if (!latest) return state.terminated !== undefined;
  return stateOf(latest) === 'exited' && containerExitCode(latest) === 0;
}

function isOfStart({ reason }: Problem): boolean {
  return !reason.includes('Kill');
}

/** Readiness follows the probes; for init containers without restartPolicy it follows their success. */
function withReadiness(
  { init, facts: { probes = noProbeResults } }: Subject,
  container: Container,
  report: ContainerReport,
): ContainerReport {
  if (init && !isSidecar(container)) {
    return { ...report, ready: report.state.terminated?.exitCode === 0 };
  }
  if (!report.state.running) return { ...report, started: false, ready: false };
  const id = report.containerID.slice(report.containerID.indexOf('://') + 3);
  return {
    ...report,
    started: isStarted(container, id, probes),
    ready: isReadyNow(container, id, probes),
  };
}
