// SPDX-License-Identifier: Apache-2.0

export interface ServeCommandOptions {
  /** Path of the socket, also as `unix://…`. */
  readonly listen: string;
  /** Every image reference can be pulled; nothing is fetched. */
  readonly anyImage: boolean;
  /** How programs that we do not interpret behave: `exits 4 after 0.1 s`. */
  readonly programs: readonly { readonly name: string; readonly rule: string }[];
}
