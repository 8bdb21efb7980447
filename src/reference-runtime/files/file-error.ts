// SPDX-License-Identifier: Apache-2.0
export const errno = {
  ENOENT: 2,
  EIO: 5,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  EFBIG: 27,
  ENOSPC: 28,
  EROFS: 30,
  ENOTEMPTY: 39,
  ELOOP: 40,
} as const;

export class FileError extends Error {
  readonly errno: number;

  constructor(path: string, number: number) {
    super(`${path}: errno ${number}`);
    this.errno = number;
  }
}

/** The errno of a Node file system error; libuv's numbers are negative. */
export function hostErrno(error: unknown): number {
  const number = (error as { errno?: unknown } | null)?.errno;
  return typeof number === 'number' && number < 0 ? -number : errno.EIO;
}
