// SPDX-License-Identifier: Apache-2.0
import type { NodeLook } from './node-observation.js';

/** What was observed on the node, past the socket. */
export type Observation =
  LogFileObservation | ProcessObservation | RuntimeLogObservation | NodeObservation | NodeUnseenObservation;

interface ObservationBase {
  readonly type: 'observation';
  readonly scenario: string;
  readonly atMs: number;
  readonly name: string;
}

/** A container's log file on the node, named after its container. */
export interface LogFileObservation extends ObservationBase {
  readonly of: 'log-file';
  readonly facts: {
    readonly path: string;
    /** Id of the container. */
    readonly container: string;
    readonly exists: boolean;
    readonly content: string;
    readonly bytes: number;
    /** The file that `rename-log` renamed. */
    readonly rotated?: boolean;
    /** What it is, if not a regular file. */
    readonly kind?: string;
  };
}

/** How many processes of a container are alive, named after its container. */
export interface ProcessObservation extends ObservationBase {
  readonly of: 'process';
  readonly facts: {
    /** Id of the container. */
    readonly container: string;
    readonly count: number;
  };
}

export interface RuntimeLogLine {
  /** As the runtime wrote it; absent: the line has no time. */
  readonly at?: string;
  readonly text: string;
}

/** What the runtime's own log says about the scenario's objects. */
export interface RuntimeLogObservation extends ObservationBase {
  readonly of: 'runtime-log';
  readonly facts: {
    readonly path: string;
    readonly lines: readonly RuntimeLogLine[];
    /** How many more there were. */
    readonly leftOut: number;
  };
}

/** What the node shows of the scenario's objects. Its name is that of the call. */
export interface NodeObservation extends ObservationBase {
  readonly of: 'node';
  readonly facts: NodeLook;
}

/** The node shows nothing of this runtime's pods, so no contract on the node can be judged. */
export interface NodeUnseenObservation extends ObservationBase {
  readonly of: 'node-unseen';
  readonly facts: { readonly reason: string };
}
