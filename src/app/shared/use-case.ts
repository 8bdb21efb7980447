// SPDX-License-Identifier: Apache-2.0
import type { ExitCode } from '#base/exit-code.js';

/** Where progress goes while a use case works: stderr, whatever stdout is used for. */
export interface Progress {
  /** A line that stays. */
  readonly line: (text: string) => void;
  /** The one live line of a terminal, replaced by the next; shown nowhere else. An empty text takes it away. */
  readonly live: (text: string) => void;
}

/** What a use case may touch of the process it runs in; the command line makes one, so does a library user. */
export interface Io {
  /** The result. Text as given: no line break is added. With `--json` nobody but the command writes here. */
  readonly out: (text: string) => void;
  /** For a person, beside the result. Text as given. */
  readonly err: (text: string) => void;
  readonly progress: Progress;
  /** Aborts at the first SIGINT, SIGTERM or SIGHUP: stop starting things, clean up, return what there is. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A person watches stderr: live lines make sense. */
  readonly isTty: boolean;
  readonly color: boolean;
  readonly now: () => Date;
}

/** What every use case answers; the command prints `text`, or `json` with `--json`, and exits with `exit`. */
export interface CommandResult {
  readonly exit: ExitCode;
  /** For a person, with its last line break. */
  readonly text: string;
  /** Printed by `jsonText(json, 2)` and a line break. */
  readonly json: unknown;
}
