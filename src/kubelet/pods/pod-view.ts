// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import { logDirectory } from '../config/sandbox/sandbox-config.js';
import { containerExitCode, isReady, stateOf, type PodStatus } from '../decide/report/pod-status.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import type { ContainerView, PodView } from '../decide/report/pod-controller.js';
import type { PodReporter } from './pod-reporter.js';

/** A pod as its worker knows it at one moment. */
export interface PodSnapshot extends Pick<
  PodView,
  'problems' | 'failedSyncs' | 'syncing' | 'deleted' | 'terminated'
> {
  readonly pod: Pod;
  /** From the last relist, or from the check after a kill. */
  readonly seen: PodStatus;
  readonly evicted: boolean;
}

interface ViewSource {
  readonly uid: string;
  readonly snapshot: PodSnapshot;
  readonly reporter: PodReporter;
}

export function podView(
  { uid, snapshot, reporter }: ViewSource,
  { node: { podLogsDir } }: Pick<KubeletContext, 'node'>,
): PodView {
  const { pod, seen: status, problems, failedSyncs, syncing, deleted, terminated, evicted } = snapshot;
  const containers = new Map<string, ContainerView[]>();
  for (const container of status.containers) {
    const view = containerView(container, status, logDirectory(podLogsDir, pod, uid));
    containers.set(view.name, [...(containers.get(view.name) ?? []), view]);
  }
  return {
    problems,
    failedSyncs,
    syncing,
    deleted,
    terminated,
    sandbox: status.sandboxes[0]?.id,
    sandboxes: status.sandboxes.map((sandbox) => ({
      id: sandbox.id ?? '',
      attempt: sandbox.metadata?.attempt ?? 0,
      ready: isReady(sandbox),
    })),
    containers,
    ...reporter.currentReport({ pod, status, problems, terminal: terminated || evicted }),
    ips: status.ips,
  };
}

function containerView(container: ContainerStatus, status: PodStatus, logDir: string): ContainerView {
  const { id = '', metadata = {}, reason = '' } = container;
  const { name = '', attempt = 0 } = metadata;
  const state = stateOf(container);
  return {
    id,
    name,
    state,
    reason,
    attempt,
    exitCode: state === 'exited' ? containerExitCode(container) : undefined,
    sandbox: status.sandboxOf.get(id) ?? '',
    // Where we asked for it, whatever the runtime reports.
    logPath: `${logDir}/${name}/${attempt}.log`,
  };
}
