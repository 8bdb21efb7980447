// SPDX-License-Identifier: Apache-2.0
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
