// SPDX-License-Identifier: Apache-2.0

/** What was seen beside the socket. */
export type Observation = LogFileObservation | ProcessObservation | RuntimeLogObservation;

interface Observed {
  readonly type: 'observation';
  readonly scenario: string;
  readonly atMs: number;
  readonly name: string;
}

/** A container's log file as it lay on the node; named as the container. */
export interface LogFileObservation extends Observed {
  readonly of: 'log-file';
  readonly facts: {
    readonly path: string;
    /** Id of the container. */
    readonly container: string;
    readonly exists: boolean;
    readonly content: string;
    readonly bytes: number;
    /** The file that `rename-log` put aside. */
    readonly rotated?: boolean;
    /** What lies there, if that is no file. */
    readonly kind?: string;
  };
}

/** How many processes of a container live; named as the container. */
export interface ProcessObservation extends Observed {
  readonly of: 'process';
  readonly facts: {
    /** Id of the container. */
    readonly container: string;
    readonly count: number;
  };
}

export interface RuntimeLogLine {
  /** As the runtime wrote it; absent: the line bears no time. */
  readonly at?: string;
  readonly text: string;
}

/** What the runtime's own log says of the scenario's objects. */
export interface RuntimeLogObservation extends Observed {
  readonly of: 'runtime-log';
  readonly facts: {
    readonly path: string;
    readonly lines: readonly RuntimeLogLine[];
    /** How many more there were. */
    readonly leftOut: number;
  };
}
