// SPDX-License-Identifier: Apache-2.0
/** Something in which kubelets of different minors differ on the wire. */
export interface VersionDifference {
  /** First minor that does it; 0: all that are played, until `until`. */
  readonly since: number;
  /** Last minor that does it. */
  readonly until?: number;
  /** `recorded`: two recordings of real kubelets differ in it. `sources`: read in their sources, seen in no recording. */
  readonly shown: 'recorded' | 'sources';
  readonly what: string;
}
