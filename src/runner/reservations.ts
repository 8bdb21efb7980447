// SPDX-License-Identifier: Apache-2.0
import { printable } from '#base/text/printable.js';
import { exitCode, type ExitCode } from '#base/exit-code.js';
import type { OmittedEvidence } from '#evidence/event.js';

/** What makes a run unreliable, whatever its contracts say. */
export interface Reservations {
  /** Evidence that was not written. */
  readonly leftOut?: OmittedEvidence | undefined;
  /** Calls that were not sent, because they concerned somebody else's objects. */
  readonly notOurs?: readonly string[];
}

/** A run on a runtime that mixes up objects must not look good, nor one that lacks evidence complete. */
export function exitWithReservations(exit: ExitCode, { leftOut, notOurs = [] }: Reservations): ExitCode {
  if (exit !== exitCode.ok) return exit;
  if (notOurs.length > 0) return exitCode.failed;
  return leftOut === undefined ? exit : exitCode.environment;
}

/** The reservations as text. */
export function reservationsText({ leftOut, notOurs = [] }: Reservations): string {
  return `${notOursText(notOurs)}${leftOut === undefined ? '' : gapText(leftOut)}`;
}

function notOursText(messages: readonly string[]): string {
  const [first] = messages;
  if (first === undefined) return '';
  const more = messages.length === 1 ? '' : `, and ${messages.length - 1} more`;
  return `THE RUNTIME MIXES UP OBJECTS: ${printable(first)}${more}\n`;
}

function gapText({ events, bytes }: OmittedEvidence): string {
  const size = `${events} events (${Math.ceil(bytes / 1e6)} MB)`;
  return `INCOMPLETE: ${size} of evidence were left out (over --max-evidence, or over 48 MiB for one scenario); those scenarios decide nothing\n`;
}
