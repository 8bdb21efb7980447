// SPDX-License-Identifier: Apache-2.0

/** A violation somebody knows of and has a reason to live with. */
export interface KnownFailing {
  /** Id of a contract. */
  readonly id: string;
  readonly reason: string;
  readonly issue?: string | undefined;
  /** Only for this runtime; `version` is a semver range. */
  readonly when?:
    { readonly runtime?: string | undefined; readonly version?: string | undefined } | undefined;
  /** Violated in some runs only: that it holds is no complaint. */
  readonly intermittent?: boolean | undefined;
  /** The last day (2027-03-31) on which it counts. */
  readonly expires?: string | undefined;
}
