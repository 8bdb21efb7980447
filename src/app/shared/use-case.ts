// SPDX-License-Identifier: Apache-2.0
import type { ExitCode } from '#base/exit-code.js';

/** Where a use case reports progress: stderr, whatever stdout is used for. */
export interface Progress {
  /** Prints a permanent line. */
  readonly line: (text: string) => void;
  /** Replaces the live line of a terminal; ignored elsewhere. An empty text clears it. */
  readonly live: (text: string) => void;
}

/** All that a use case may touch of its process; the command line or a library user provides it. */
export interface Io {
  /** The result, written as given: no line break is added. With `--json` only the command writes here. */
  readonly out: (text: string) => void;
  /** For people, besides the result. Written as given. */
  readonly err: (text: string) => void;
  readonly progress: Progress;
  /** Aborts at the first SIGINT, SIGTERM or SIGHUP: start nothing new, clean up, return what there is. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Stderr is a terminal: live lines make sense. */
  readonly isTty: boolean;
  readonly color: boolean;
  readonly now: () => Date;
}

/**
 * The result of every use case; the command prints `text`, or `json` with `--json`, and exits with `exit`.
 */
export interface CommandResult {
  readonly exit: ExitCode;
  /** For people, with its last line break. */
  readonly text: string;
  /** Printed by `jsonText(json, 2)` and a line break. */
  readonly json: unknown;
}
