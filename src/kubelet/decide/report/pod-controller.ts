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
  /** The absolute path we asked for, whatever the runtime reports. */
  readonly logPath: string;
}

interface SandboxView {
  readonly id: string;
  readonly attempt: number;
  readonly ready: boolean;
}

/** The pod as the kubelet last saw it. */
export interface PodView {
  /** Id of the newest sandbox, or undefined. */
  readonly sandbox: string | undefined;
  /** Newest first. */
  readonly sandboxes: readonly SandboxView[];
  /** Per container name, newest first. Names without an instance are absent. */
  readonly containers: ReadonlyMap<string, readonly ContainerView[]>;
  readonly phase: PodPhase;
  /** What the kubelet reports to the API about the pod and its containers. */
  readonly conditions: readonly PodCondition[];
  readonly containerStates: ContainerReports;
  readonly ips: readonly string[];
  /** Errors of the last sync, newest last. */
  readonly problems: readonly Problem[];
  /** Syncs that failed in a row. */
  readonly failedSyncs: number;
  /** A sync is in flight. */
  readonly syncing: boolean;
  readonly deleted: boolean;
  readonly terminated: boolean;
}

/**
 * Why a step of a sync failed: the kubelet's reason (CreateContainerError, ErrImagePull…) and the runtime's
 * message.
 */
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
  /** After this long the answer is `stuck`; the kubelet keeps trying. Default: grace period plus a minute. */
  readonly timeoutMs?: number;
  /** Ends the wait, not the deletion. */
  readonly signal?: AbortSignal;
}

/** Controls one pod of the kubelet. */
export interface PodController {
  /** As the kubelet sees it: defaulted, with the annotations of its source. */
  readonly pod: Pod;
  readonly uid: string;
  view(): PodView;
  /** Checks after every change. False: it timed out, or the signal aborted. */
  until(condition: (view: PodView) => boolean, options: UntilOptions): Promise<boolean>;
  /** Resolves after a relist that starts from now on. False: as above. */
  relisted(options: UntilOptions): Promise<boolean>;
  /** Deletes the pod as the API would. Resolves when the kubelet has killed it and verified that. */
  delete(options?: DeleteOptions): Promise<'terminated' | 'stuck'>;
  /** The pod changed in the API: another image, other resources, an ephemeral container. */
  update(pod: Pod): void;
  /** Evicts the pod; `gracePeriodSeconds` defaults to 1. Resolves as `delete` does. */
  evict(options?: DeleteOptions): Promise<'terminated' | 'stuck'>;
  /** Collects the dead containers and sandboxes of this pod. */
  collectGarbage(): Promise<void>;
  /** Resolves when no sync or relist is in flight. */
  pause(): Promise<void>;
  resume(): void;
  /** Abandons calls in flight, forgets everything, and starts again from a relist. */
  restartKubelet(): Promise<void>;
}
