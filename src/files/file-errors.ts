// SPDX-License-Identifier: Apache-2.0
import { lstatSync, type Stats } from 'node:fs';
import { NotOurs } from './steps-below.js';

export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

const meansNothingThere = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'EACCES']);

/** Undefined: it does not exist, or is not ours. */
export function ifThere<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof NotOurs || meansNothingThere.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** The entry itself, not a link's target; undefined: there is none. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** System errors name the path of the handle; people know the real path. */
export function namedError<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw withPath(error, path);
  }
}

export function withPath(error: unknown, path: string): unknown {
  if (typeof error === 'object' && error !== null && 'message' in error)
    error.message = String(error.message).replace(/\/proc\/self\/fd\/\d+(?:\/[^']*)?/g, path);
  return error;
}
