// SPDX-License-Identifier: Apache-2.0

/** An error of a system call, with its errno name. */
export interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** The error itself, or its cause. */
export function systemErrorIn(error: unknown): SystemError | undefined {
  if (isSystemError(error)) return error;
  return error instanceof Error && error.cause !== undefined ? systemErrorIn(error.cause) : undefined;
}
