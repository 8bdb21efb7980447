// SPDX-License-Identifier: Apache-2.0
import type { NodeLook } from './node-observation.js';

/** What was observed on the node, past the socket. */
export type Observation =
  | ConnectionObservation
  | FileObservation
  | FilesystemObservation
  | LogFileObservation
  | NodeObservation
  | NodeUnseenObservation
  | ProcessObservation
  | RegistryImageObservation
  | RegistryRequestsObservation
  | RuntimeLogObservation;

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

/** What our registry serves under a reference, named after it. */
export interface RegistryImageObservation extends ObservationBase {
  readonly of: 'registry-image';
  readonly facts: {
    readonly reference: string;
    /** Digest of the configuration for this machine. */
    readonly id: string;
    /** Of the index, if there is one, and of the manifest for this machine. */
    readonly digests: readonly string[];
    /** Full names of the image. */
    readonly tags: readonly string[];
    /** Manifest, configuration and compressed layers. */
    readonly bytes: number;
    /** As in the configuration; '': none. */
    readonly user: string;
  };
}

/** What our registry was asked for while an image was pulled, named after its reference. */
export interface RegistryRequestsObservation extends ObservationBase {
  readonly of: 'registry-requests';
  readonly facts: {
    readonly reference: string;
    /** Requests for manifests of its repository, by whatever pull. */
    readonly manifests: number;
  };
}

/** Whether somebody listens where a URL of the runtime points to, named after the method that answered it. */
export interface ConnectionObservation extends ObservationBase {
  readonly of: 'connection';
  readonly facts: {
    readonly url: string;
    /** `not-tried`: it does not name an address of this node. */
    readonly result: 'connected' | 'failed' | 'not-tried';
    readonly reason: string;
  };
}

/** A file that we asked the runtime to write in a directory of ours, named after the method. */
export interface FileObservation extends ObservationBase {
  readonly of: 'file';
  readonly facts: {
    readonly path: string;
    readonly exists: boolean;
    readonly bytes: number;
    /** What it is: `file`, `directory` and so on. */
    readonly kind?: string;
  };
}

/** The file system at a mount point that the runtime names, as the node sees it. */
export interface FilesystemObservation extends ObservationBase {
  readonly of: 'filesystem';
  readonly facts: {
    readonly mountpoint: string;
    readonly exists: boolean;
    readonly capacityBytes: number;
  };
}
