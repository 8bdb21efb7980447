// SPDX-License-Identifier: Apache-2.0

/** A process of ours that leads its own group. */
export interface ProcessGroupStep {
  readonly kind: 'process-group';
  readonly pid: number;
  readonly startTicks: string;
}

/**
 * A directory of ours, with our marker: first the runtimes and containers in it are killed, then mounts below
 * it are removed, then the directory.
 */
export interface DirectoryStep {
  readonly kind: 'directory';
  readonly path: string;
}

export interface BridgeStep {
  readonly kind: 'bridge';
  readonly name: string;
}

/** Path within every cgroup hierarchy; removed with its children, unless a process is in it. */
export interface CgroupStep {
  readonly kind: 'cgroup';
  readonly path: string;
}

/** Cgroups of pods, by uid, wherever a kubelet puts them. */
export interface PodCgroupsStep {
  readonly kind: 'pod-cgroups';
  readonly uids: readonly string[];
}

/** A cgroup that other runtimes use, too: removed when it is empty. */
export interface SharedCgroupStep {
  readonly kind: 'shared-cgroup';
  readonly path: string;
}

/** Files directly in a shared folder that mention our directory (CNI's result cache). */
export interface FilesStep {
  readonly kind: 'files';
  readonly folder: string;
  readonly mentioning: string;
}

/** Tells our other runs which of the shared places did not exist before. */
export interface ClaimStep {
  readonly kind: 'claim';
  readonly path: string;
}

/** A shared directory that did not exist before: removed if nobody else uses it. */
export interface EmptyDirectoryStep {
  readonly kind: 'empty-directory';
  readonly path: string;
}

/** A kernel setting and its old value. */
export interface SettingStep {
  readonly kind: 'setting';
  readonly path: string;
  readonly value: string;
  /** Other people's bridges at that time; a newer bridge may depend on the new value. */
  readonly beside?: readonly string[] | undefined;
}

/** Somebody else's runtime that was stopped, with the user's command that starts it. */
export interface DownStep {
  readonly kind: 'runtime-down';
  readonly command: string;
  readonly cwd: string;
  readonly endpoint: string;
  /** A command of the user that is still running. */
  readonly running?: { readonly pid: number; readonly startTicks: string } | undefined;
}

/** A cleanup has run its start command, or is about to: it is not run again. */
export interface StartTriedStep {
  readonly kind: 'start-tried';
  readonly endpoint: string;
  /** The time, as in the first line of a ledger. */
  readonly at: string;
  /** Identifies the cleanup. */
  readonly by: string;
  readonly running?: { readonly pid: number; readonly startTicks: string } | undefined;
}

/** It is up again: earlier entries no longer count. */
export interface UpStep {
  readonly kind: 'runtime-up';
  readonly endpoint: string;
}

/** What every runtime may leave. A launcher adds kinds of its own. */
export type GenericStep =
  | ProcessGroupStep
  | DirectoryStep
  | BridgeStep
  | CgroupStep
  | PodCgroupsStep
  | SharedCgroupStep
  | FilesStep
  | ClaimStep
  | EmptyDirectoryStep
  | SettingStep
  | DownStep
  | StartTriedStep
  | UpStep;

/** A launcher's own kind; only that kind knows its other fields. */
export interface LauncherStep {
  readonly kind: string;
}

/** Something on this machine that would outlive us if we were killed. `criprobe cleanup` undoes it. */
export type CleanupStep = GenericStep | LauncherStep;

export function isDown(step: CleanupStep): step is DownStep {
  return step.kind === 'runtime-down';
}

export function isStartTried(step: CleanupStep): step is StartTriedStep {
  return step.kind === 'start-tried';
}

export function isUp(step: CleanupStep): step is UpStep {
  return step.kind === 'runtime-up';
}
