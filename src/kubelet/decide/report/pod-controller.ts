// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import type { ContainerReports } from './container-report.js';
import type { PodCondition } from './pod-condition.js';

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';

export interface ContainerView {
  readonly id: string;
  readonly name: string;
  readonly state: 'created' | 'running' | 'exited' | 'unknown';
  /** Undefined unless exited. */
  readonly exitCode: number | undefined;
  readonly reason: string;
  readonly attempt: number;
  readonly sandbox: string;
  /** Absolute path on the node that was asked for, whatever the runtime reports. */
  readonly logPath: string;
}

interface SandboxView {
  readonly id: string;
  readonly attempt: number;
  readonly ready: boolean;
}

/** What the kubelet saw last. */
export interface PodView {
  /** Id of the newest sandbox, or undefined. */
  readonly sandbox: string | undefined;
  /** Newest first. */
  readonly sandboxes: readonly SandboxView[];
  /** Per container name, newest first. Names without an instance are absent. */
  readonly containers: ReadonlyMap<string, readonly ContainerView[]>;
  readonly phase: PodPhase;
  /** What the kubelet would tell the API of the pod, and of each of its containers. */
  readonly conditions: readonly PodCondition[];
  readonly containerStates: ContainerReports;
  readonly ips: readonly string[];
  /** Errors of the last sync, newest last: what failed and the runtime's own words. */
  readonly problems: readonly Problem[];
  /** How often syncs failed in a row. */
  readonly failedSyncs: number;
  /** A sync is in flight: a hook or a call is still being waited for. */
  readonly syncing: boolean;
  readonly deleted: boolean;
  readonly terminated: boolean;
}

/** Why a step of a sync failed, in the kubelet's word (CreateContainerError, ErrImagePull…) and the runtime's. */
export interface Problem {
  readonly reason: string;
  readonly container?: string;
  readonly message: string;
}

export interface UntilOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  /** After this long the answer is `stuck`; the kubelet goes on trying. Default: grace period and a minute. */
  readonly timeoutMs?: number;
  /** Ends the wait, not the deletion. */
  readonly signal?: AbortSignal;
}

/** One pod in the hands of the kubelet. */
export interface PodController {
  /** As the kubelet sees it: defaulted, and with what the source of the pod adds. */
  readonly pod: Pod;
  readonly uid: string;
  view(): PodView;
  /** Looks at every change. False: the time passed, or the signal aborted. */
  until(condition: (view: PodView) => boolean, options: UntilOptions): Promise<boolean>;
  /** Resolves when a list that begins now has been read; nothing that changes afterwards is new to it. False: as above. */
  relisted(options: UntilOptions): Promise<boolean>;
  /** As the API would; resolves when the kubelet has killed the pod and verified that. */
  delete(options?: DeleteOptions): Promise<'terminated' | 'stuck'>;
  /** The API's new version of the pod: another image, other resources, an ephemeral container. */
  update(pod: Pod): void;
  /** The node needs its room; `gracePeriodSeconds` is 1 unless said. Resolves as `delete` does. */
  evict(options?: DeleteOptions): Promise<'terminated' | 'stuck'>;
  /** One run of the container and sandbox garbage collection, over this pod only. */
  collectGarbage(): Promise<void>;
  /** Resolves when no sync or relist is in flight. */
  pause(): Promise<void>;
  resume(): void;
  /** Forgets all it knew, abandons the calls in flight, and starts again from the lists. */
  restartKubelet(): Promise<void>;
}
