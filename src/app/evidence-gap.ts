// SPDX-License-Identifier: Apache-2.0
import { exitCode, type ExitCode } from '#base/exit-code.js';
import type { LeftOut } from '#evidence/event.js';

/** Nobody may take a run for whole of which evidence was left out. */
export function exitWithGap(exit: ExitCode, leftOut: LeftOut | undefined): ExitCode {
  return exit === exitCode.ok && leftOut !== undefined ? exitCode.suite : exit;
}

/** What a person reads of it. */
export function gapText(leftOut: LeftOut | undefined): string {
  if (leftOut === undefined) return '';
  const size = `${leftOut.events} events (${Math.ceil(leftOut.bytes / 1e6)} MB)`;
  return `INCOMPLETE: ${size} of evidence were left out (over --max-evidence, or over 48 MiB for one scenario); those scenarios decide nothing\n`;
}
