// SPDX-License-Identifier: Apache-2.0
import { connectionDifferences } from './connection-differences.js';
import { behaviourDifferences } from './behaviour-differences.js';
import { requestDifferences } from './request-differences.js';

export const oldestMinor = 20;
export const newestMinor = 37;

/** A difference between the calls of kubelets of different minors. */
export interface VersionDifference {
  /** First minor that does it; 0: all in the model, up to `until`. */
  readonly since: number;
  /** Last minor that does it. */
  readonly until?: number;
  /** `recorded`: recordings of two real kubelets differ in it. `sources`: only read in their source code. */
  readonly shown: 'recorded' | 'sources';
  /** The two recordings, or the Go file and function (and the feature gate or KEP, if there is one). */
  readonly source: string;
  readonly what: string;
}

export type DifferenceName =
  keyof typeof connectionDifferences | keyof typeof requestDifferences | keyof typeof behaviourDifferences;

/** All differences. The model asks for them by name. */
export const versionDifferences: Readonly<Record<DifferenceName, VersionDifference>> = {
  ...connectionDifferences,
  ...requestDifferences,
  ...behaviourDifferences,
};
