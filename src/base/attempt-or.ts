// SPDX-License-Identifier: Apache-2.0

/** The result of the action, or `otherwise` if it throws: for what may be gone or forbidden at any moment. */
export function attemptOr<T>(otherwise: T, action: () => T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
