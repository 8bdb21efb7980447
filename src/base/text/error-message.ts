// SPDX-License-Identifier: Apache-2.0
/** What was thrown, in its own words. */
export function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
