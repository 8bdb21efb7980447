// SPDX-License-Identifier: Apache-2.0
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import pc from 'picocolors';
import type { ExitCode } from '#base/exit-code.js';
import type { Failure } from '#base/failure.js';
import { terminalSafe } from '#base/text/printable.js';
import { withoutSecrets } from '#base/text/secrets.js';
import { doLastWills } from '#base/last-will.js';
import { wantsColor } from './color.js';
import { renderFailure } from './render-failure.js';
import type { Signals } from './signals.js';

/** What a command that was told to end may take for it, and what its session may take if it does not end. */
const endingMs = 25_000;
const lastWillMs = 10_000;

/** Errors that nobody was there to catch: what runs is told to end, and is ended if it does not. */
export class UnexpectedErrors {
  readonly signals: Signals;
  #exit: ExitCode | undefined;

  constructor(signals: Signals) {
    this.signals = signals;
  }

  /** Of the accident or signal that ended the command; undefined: nothing did. */
  exit(): ExitCode | undefined {
    return this.#exit ?? this.signals.exit();
  }

  happened(failure: Failure): void {
    if (this.#exit !== undefined) return;
    this.#exit = failure.exit;
    const text = renderFailure(failure, pc.createColors(wantsColor({}, process.env, isatty(2))));
    say(terminalSafe(withoutSecrets(text)));
    this.signals.giveUp();
    setTimeout(() => {
      void doLastWills(lastWillMs).finally(() => process.exit(failure.exit));
    }, endingMs);
  }
}

/** Nothing can be trusted any more, not even that a pipe is flushed. */
function say(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody listens; the exit code is left.
  }
}
