// SPDX-License-Identifier: Apache-2.0

/** What the kernel said no to, with the name of its reason. */
export interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** The same, or the one behind it. */
export function systemErrorIn(error: unknown): SystemError | undefined {
  if (isSystemError(error)) return error;
  return error instanceof Error && error.cause !== undefined ? systemErrorIn(error.cause) : undefined;
}
