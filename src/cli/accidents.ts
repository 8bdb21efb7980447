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

/** How long an interrupted command may take to end, and then its session. */
const endingMs = 25_000;
const lastWillMs = 10_000;

/** Catches what nothing else caught: aborts the running command, then exits if it does not end. */
export class UnexpectedErrors {
  readonly signals: Signals;
  #exit: ExitCode | undefined;

  constructor(signals: Signals) {
    this.signals = signals;
  }

  /** The exit code of the crash or signal that ended the command; undefined if none did. */
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

/** After a crash nothing can be trusted, not even that a pipe gets flushed. */
function say(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads stderr; the exit code still tells.
  }
}
