// SPDX-License-Identifier: Apache-2.0

export interface RequestReason {
  readonly field: string;
  readonly why: string;
  readonly source: string;
  readonly dependsOnNode?: true;
}

export declare const requestReasons: readonly RequestReason[];
