// SPDX-License-Identifier: Apache-2.0
/** The message of whatever was thrown. */
export function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
