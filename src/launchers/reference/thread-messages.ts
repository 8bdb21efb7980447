// SPDX-License-Identifier: Apache-2.0

/** What the run asks of the reference runtime past its socket: control of its daemon, and of its processes. */
export type ThreadTask =
  | { readonly act: 'stop' | 'crash' | 'start' | 'close' }
  | { readonly act: 'count'; readonly id: string }
  | { readonly act: 'kill'; readonly id: string; readonly uid: string };

export type ThreadQuestion = ThreadTask & { readonly number: number };

export interface ThreadAnswer {
  /** Of the question; 0: the runtime serves, or cannot. */
  readonly number: number;
  readonly value?: number | undefined;
  readonly error?: ThreadError;
}

export interface ThreadError {
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a system error. */
  readonly code?: string;
}
