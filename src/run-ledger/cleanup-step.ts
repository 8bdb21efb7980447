// SPDX-License-Identifier: Apache-2.0

/** A process of ours that leads its own group. */
export interface ProcessGroupStep {
  readonly kind: 'process-group';
  readonly pid: number;
  readonly startTicks: string;
}

/** A directory of ours (it carries our marker): runtimes and containers living in it end, mounts below it go, then it. */
export interface DirectoryStep {
  readonly kind: 'directory';
  readonly path: string;
}

export interface BridgeStep {
  readonly kind: 'bridge';
  readonly name: string;
}

/** Path below every cgroup hierarchy; goes with what is below it, unless something lives there. */
export interface CgroupStep {
  readonly kind: 'cgroup';
  readonly path: string;
}

/** Cgroups of pods, by uid, wherever a kubelet has those of its pods. */
export interface PodCgroupsStep {
  readonly kind: 'pod-cgroups';
  readonly uids: readonly string[];
}

/** One that other runtimes use as well: goes when it is empty. */
export interface SharedCgroupStep {
  readonly kind: 'shared-cgroup';
  readonly path: string;
}

/** Files directly in a shared folder that mention our directory (CNI's cache of results). */
export interface FilesStep {
  readonly kind: 'files';
  readonly folder: string;
  readonly mentioning: string;
}

/** Tells other runs of ours which of the shared places were not there before. */
export interface ClaimStep {
  readonly kind: 'claim';
  readonly path: string;
}

/** A shared directory that was not there before: goes if nobody else uses it. */
export interface EmptyDirectoryStep {
  readonly kind: 'empty-directory';
  readonly path: string;
}

/** A kernel setting and the value it had. */
export interface SettingStep {
  readonly kind: 'setting';
  readonly path: string;
  readonly value: string;
  /** Bridges of others that were there as well; a new one may need the setting as it is by now. */
  readonly beside?: readonly string[] | undefined;
}

/** A runtime of somebody else that was stopped; the command is what its owner gave us to start it again. */
export interface AwayStep {
  readonly kind: 'away';
  readonly command: string;
  readonly cwd: string;
  readonly endpoint: string;
  /** One of its owner's commands, at work. */
  readonly running?: { readonly pid: number; readonly startTicks: string } | undefined;
}

/** Its start command was run by a clean-up, or is about to be: it is not run again. */
export interface StartTriedStep {
  readonly kind: 'start-tried';
  readonly endpoint: string;
  /** When, as in the first line of a ledger. */
  readonly at: string;
  /** Tells two clean-ups apart. */
  readonly by: string;
  readonly running?: { readonly pid: number; readonly startTicks: string } | undefined;
}

/** It is there again: what went before is over. */
export interface BackStep {
  readonly kind: 'back';
  readonly endpoint: string;
}

/** What any runtime may leave. A launcher has kinds of its own beside them. */
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
  | AwayStep
  | StartTriedStep
  | BackStep;

/** Of a kind that a launcher brings along; what else it says is for that kind. */
export interface LauncherStep {
  readonly kind: string;
}

/** Something on this machine that would outlive us if we were killed, and that `criprobe cleanup` undoes then. */
export type CleanupStep = GenericStep | LauncherStep;

export function isAway(step: CleanupStep): step is AwayStep {
  return step.kind === 'away';
}

export function isStartTried(step: CleanupStep): step is StartTriedStep {
  return step.kind === 'start-tried';
}

export function isBack(step: CleanupStep): step is BackStep {
  return step.kind === 'back';
}
