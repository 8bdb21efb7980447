// SPDX-License-Identifier: Apache-2.0

/** For what may be gone or forbidden at any moment: what the action gives, or the other value where it throws. */
export function attemptOr<T>(otherwise: T, action: () => T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
