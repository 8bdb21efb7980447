// SPDX-License-Identifier: Apache-2.0
import { connectionDifferences } from './connection-differences.js';
import { behaviourDifferences } from './behaviour-differences.js';
import { requestDifferences } from './request-differences.js';

export const oldestMinor = 20;
export const newestMinor = 37;

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

export type DifferenceName =
  keyof typeof connectionDifferences | keyof typeof requestDifferences | keyof typeof behaviourDifferences;

/** All of them; the name is what the kubelet's code asks for. */
export const versionDifferences: Readonly<Record<DifferenceName, VersionDifference>> = {
  ...connectionDifferences,
  ...requestDifferences,
  ...behaviourDifferences,
};
