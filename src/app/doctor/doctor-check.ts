// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '#base/errors/error-code.js';
import { Failure } from '#base/failure.js';
import { unlessAborted } from '#base/giving-up.js';
import type { Io } from '../shared/use-case.js';

/** One line of doctor's output. */
export interface Check {
  readonly mark: 'fine' | 'problem' | 'warning' | 'skipped';
  readonly says: string;
  readonly code?: ErrorCode | undefined;
  readonly seen?: string | undefined;
  readonly likely?: string | undefined;
  readonly fix?: string | undefined;
}

export const fine = (says: string): Check => ({ mark: 'fine', says });
export const skipped = (says: string): Check => ({ mark: 'skipped', says });
export const warning = (says: string, fix?: string): Check => ({ mark: 'warning', says, fix });

export function problem({ message, code, seen, likely, fix }: Failure): Check {
  return { mark: 'problem', says: message, code, seen, likely, fix };
}

export type Attempt<T> =
  { readonly kind: 'done'; readonly is: T } | { readonly kind: 'failed'; readonly failure: Failure };

/** Returns a failure as a value, so that doctor goes on. Bugs are still thrown. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: 'done', is: await work() };
  } catch (error) {
    if (error instanceof Failure) return { kind: 'failed', failure: error };
    throw error;
  }
}

/** Ends at once when interrupted: doctor changes nothing, so there is nothing to wait for. */
export function unlessInterrupted<T>(work: Promise<T>, { signal }: Pick<Io, 'signal'>): Promise<T> {
  return unlessAborted(work, signal, () => new Error('interrupted'));
}
