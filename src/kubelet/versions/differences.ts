// SPDX-License-Identifier: Apache-2.0
import { connectionDifferences } from './connection-differences.js';
import type { VersionDifference } from './difference.js';
import { lifeDifferences } from './life-differences.js';
import { requestDifferences } from './request-differences.js';

export type DifferenceName =
  keyof typeof connectionDifferences | keyof typeof requestDifferences | keyof typeof lifeDifferences;

/** All of them; the name is what the kubelet's code asks for. */
export const versionDifferences: Readonly<Record<DifferenceName, VersionDifference>> = {
  ...connectionDifferences,
  ...requestDifferences,
  ...lifeDifferences,
};
