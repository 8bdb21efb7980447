// SPDX-License-Identifier: Apache-2.0
/** How an instance ended. */
export interface TerminatedState {
  readonly exitCode: number;
  readonly reason?: string;
  readonly message?: string;
  /** RFC 3339, whole seconds; absent if unknown. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly containerID?: string;
}

/** One of the three, as in the API. */
export interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: TerminatedState;
}

/** The API's status of one container. */
export interface ContainerReport {
  readonly name: string;
  readonly state: ContainerState;
  /** How the previous instance ended. */
  readonly lastState: ContainerState;
  readonly ready: boolean;
  /** Absent for init containers other than sidecars. */
  readonly started?: boolean;
  readonly restartCount: number;
  readonly image: string;
  readonly imageID: string;
  /** `<runtime>://<id>`; empty while there is no instance. */
  readonly containerID: string;
}

export interface ContainerReports {
  readonly init: readonly ContainerReport[];
  readonly regular: readonly ContainerReport[];
  readonly ephemeral: readonly ContainerReport[];
}

export const noReports: ContainerReports = { init: [], regular: [], ephemeral: [] };

export const lostExitCode = 137;
export const lostReason = 'ContainerStatusUnknown';
