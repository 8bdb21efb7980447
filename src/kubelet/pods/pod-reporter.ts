// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { activeLeftMs } from '../decide/sync/next-sync.js';
import { noReports, type ContainerReports } from '../decide/report/container-report.js';
import { containerStates, type ReportFacts } from '../decide/report/container-states.js';
import type { PodCondition } from '../decide/report/pod-condition.js';
import { podConditions } from '../decide/report/pod-conditions.js';
import { podPhase } from '../decide/report/pod-phase.js';
import { stateOf, type PodStatus } from '../decide/report/pod-status.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { terminationMessage } from '../sync/termination-message.js';
import { ifNodeProblem } from '../context/node-problem.js';
import type { PodPhase, Problem } from '../decide/report/pod-controller.js';

export interface PodReport {
  readonly phase: PodPhase;
  readonly conditions: readonly PodCondition[];
  readonly containerStates: ContainerReports;
}

/** The input of a report. */
export interface ReportSubject {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly problems: readonly Problem[];
  /** The pod was terminated. */
  readonly terminal: boolean;
}

type ReporterContext = Pick<KubeletContext, 'node' | 'probeResults' | 'traits' | 'wallMs'>;

/** The kubelet's reports on one pod. Every sync starts with one that builds on the one before. */
export class PodReporter {
  /** When the pod was first synced. */
  beganMs: number | undefined;
  readonly #ctx: ReporterContext;
  readonly #terminationMessages = new Map<string, string>();
  #before: ContainerReports = noReports;
  #over: PodPhase | undefined;

  constructor(ctx: ReporterContext) {
    this.#ctx = ctx;
  }

  /** Continues from the report before a restart, which the API has kept. */
  resume({ containerStates: before, phase }: PodReport): void {
    this.#before = before;
    this.#over = phase === 'Succeeded' || phase === 'Failed' ? phase : undefined;
  }

  /** The pod was rejected. */
  fail(): void {
    this.#over = 'Failed';
  }

  /** The wait, or less if the active deadline of the pod comes first. */
  capAtActiveDeadline(pod: Pod, waitMs: number): number {
    return this.#over ? waitMs : Math.min(waitMs, this.#activeLeftMs(pod));
  }

  /** Reads the termination message of each exited container, once. */
  async readTerminationMessages({ containers }: PodStatus): Promise<void> {
    for (const container of containers) {
      const { id = '' } = container;
      if (stateOf(container) !== 'exited' || this.#terminationMessages.has(id)) continue;
      const words = await terminationMessage(this.#ctx.node, container).catch(
        ifNodeProblem(({ message }) => `Error on reading termination log: ${message}`),
      );
      this.#terminationMessages.set(id, words);
    }
  }

  /** The report of a sync. */
  async report(about: ReportSubject): Promise<PodReport> {
    await this.readTerminationMessages(about.status);
    const report = this.currentReport(about);
    this.resume(report);
    this.beganMs ??= this.#ctx.wallMs();
    return report;
  }

  /** What a sync would report now; not stored. */
  currentReport({ pod, status, problems, terminal }: ReportSubject): PodReport {
    const { probeResults, traits } = this.#ctx;
    const facts: ReportFacts = {
      problems,
      traits,
      probes: probeResults(),
      before: this.#before,
      terminationMessages: this.#terminationMessages,
    };
    const reports = containerStates(pod, status, facts);
    const overdue = this.#activeLeftMs(pod) <= 0 ? ('Failed' as const) : undefined;
    const phase = this.#over ?? overdue ?? podPhase(pod, status, { ...facts, terminal });
    return { phase, conditions: podConditions(pod, status, { reports, phase }), containerStates: reports };
  }

  #activeLeftMs(pod: Pod): number {
    const nowMs = this.#ctx.wallMs();
    return activeLeftMs(pod, this.beganMs ?? nowMs, nowMs);
  }
}
