// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';

/**
 * What the runner or its kubelet did on purpose. Contracts read it, instead of guessing it from the calls.
 */
export type Intent = StepBegan | StepEnded | DaemonEvent | FaultApplied | LogRenamed | ProcessKilled;

/** The steps that contracts look for. The names of all other steps are for people. */
export const stepsRead = ['stop-daemon', 'wait-for-file', 'wait-for-log', 'wait-for-no-process'] as const;
export type StepRead = (typeof stepsRead)[number];

/** The parameters that contracts read; the others are for people. */
export interface StepParameters {
  /** Name of a container. */
  readonly container?: string;
  /** The line that `wait-for-log` waits for. */
  readonly line?: string;
  /** Name of a file in the scenario's scratch directory. */
  readonly file?: string;
  readonly [parameter: string]: unknown;
}

export interface StepBegan {
  readonly type: 'step';
  readonly scenario: string;
  /** Number of the step in its scenario, from 1. A step may contain others. */
  readonly nth: number;
  readonly name: string;
  readonly parameters: StepParameters;
  readonly atMs: number;
}

/** Absent if a step did not happen. */
export interface StepEnded {
  readonly type: 'step-end';
  readonly scenario: string;
  /** Of the step that ended. */
  readonly nth: number;
  readonly atMs: number;
}

/** The order in which a run plays them: the gentlest first. */
export const outageKinds = ['restart', 'stop', 'crash', 'upgrade'] as const;
export type OutageKind = (typeof outageKinds)[number];

/** `started`: it reports ready. A restart shows only the first and the last of them. */
export const daemonStates = ['stopping', 'stopped', 'starting', 'started'] as const;
export type DaemonState = (typeof daemonStates)[number];

/** The state of the runtime's daemon, as the scenario intended. */
export interface DaemonEvent {
  readonly type: 'daemon';
  readonly scenario: string;
  readonly state: DaemonState;
  readonly how: OutageKind;
  /** It starts with other binaries. */
  readonly upgraded?: true;
  /** These are the ones that it had at first. */
  readonly back?: true;
  readonly atMs: number;
}

/** A kubelet's call that a fault was applied to: the kubelet did not get the runtime's answer. */
export interface FaultApplied {
  readonly type: 'fault';
  readonly scenario: string;
  readonly rpc: CriMethod;
  readonly request: Readonly<Record<string, unknown>>;
  readonly effect: { readonly kind: string; readonly [detail: string]: unknown };
  readonly atMs: number;
}

/** A container's log was renamed, by a scenario or by the kubelet's rotation. */
export interface LogRenamed {
  readonly type: 'log-renamed';
  readonly scenario: string;
  /** Id of the container. */
  readonly container: string;
  /** Its name, if the scenario renamed it: then no log of that name is as the runtime left it. */
  readonly name?: string;
  readonly path: string;
  /** The new name of the file. */
  readonly rotated: string;
  readonly atMs: number;
}

/** The process that holds a sandbox was killed. */
export interface ProcessKilled {
  readonly type: 'process-killed';
  readonly scenario: string;
  /** Id of the sandbox. */
  readonly sandbox: string;
  /** How many; 0: this runtime has none. */
  readonly count: number;
  readonly atMs: number;
}
