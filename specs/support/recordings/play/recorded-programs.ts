// SPDX-License-Identifier: Apache-2.0
import { posix } from 'node:path';
import { applets } from '#reference-runtime/process/shell/applets.js';
import type { NamedProgram } from '#reference-runtime/process/program-table.js';
import { SIGTERM } from '#base/signal-numbers.js';
import type { Program, VirtualProcess } from '#reference-runtime/process/virtual-process.js';
import { isUnderstood } from './known-words.js';
import { commandKey, outcomesIn, type Outcome } from './outcomes.js';
import type { Recording } from '../recording.js';

const tooMuchMemory = 2 ** 50;
/** The entrypoint of an image: recordings do not show it. */
export const unknownEntrypoint = '/recorded-entrypoint';

/** Commands that the interpreter does not support run as they did in the recording. */
export function recordedPrograms(recording: Recording): readonly NamedProgram[] {
  const outcomes = outcomesIn(recording);
  const turns = new Map<string, number>();
  const next = (argv: readonly string[]): Outcome => {
    const key = commandKey(argv[0] === unknownEntrypoint ? argv.slice(1) : argv);
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const known = outcomes.get(key) ?? [];
    return known[turn] ?? known.at(-1) ?? { kind: 'ran' };
  };
  const strange = [...outcomes.keys()]
    .map((key) => JSON.parse(key) as readonly string[])
    .filter((argv) => argv.length > 0 && !isUnderstood(argv) && isThere(recording, argv))
    .map(([program = '']) => posix.basename(program));
  return [...new Set([...strange, posix.basename(unknownEntrypoint)])].map((name) => ({
    name,
    rule: (process) =>
      isUnderstood(process.argv) ? play(name, process) : asRecorded(process, next(process.argv)),
  }));
}

const play = (name: string, process: VirtualProcess): Promise<number> | number =>
  (applets[name] as Program)(process);

async function asRecorded(process: VirtualProcess, outcome: Outcome): Promise<number> {
  if (outcome.kind === 'ended') {
    await process.sleep(outcome.afterMs);
    if (outcome.reason === 'OOMKilled') process.allocate(tooMuchMemory);
    return outcome.code;
  }
  process.on(SIGTERM, 'ignore');
  if (outcome.kind === 'stopped') {
    await new Promise<void>((resolve) => {
      process.on(SIGTERM, resolve);
    });
    await process.sleep(outcome.afterMs);
    return outcome.code;
  }
  return process.forever();
}

/** A program that failed to start in the recording is not in the image. */
function isThere({ lines }: Recording, [program = '']: readonly string[]): boolean {
  return !lines.some((line) => 'rpc' in line && line.error?.details.includes(`exec: "${program}"`) === true);
}
