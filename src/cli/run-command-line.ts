// SPDX-License-Identifier: Apache-2.0
import { CommanderError } from 'commander';
import { isatty } from 'node:tty';
import pc from 'picocolors';
import type { Io } from '#app/shared/use-case.js';
import { toolVersion } from '#app/shared/version.js';
import { exitCode, type ExitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { failureOf } from '#base/errors/catalogue.js';
import { exhaustion } from '#base/errors/exhaustion.js';
import { abortedAfter, endsBefore } from '#base/giving-up.js';
import { jsonText } from '#base/text/json-text.js';
import { UnexpectedErrors } from './accidents.js';
import { allCommands } from './all-commands.js';
import { wantsColor } from './color.js';
import { valuesOf, type FlagValues, type ReadFlags } from './flag.js';
import { buildProgram, type Invocation } from './program.js';
import { plainProgress, silent, terminalProgress } from './progress.js';
import { failureJson, renderFailure, suiteFailure } from './render-failure.js';
import { colorFlags, jsonFlag, shownFlags } from './shared-flags.js';
import { listenToSignals, type Signals } from './signals.js';
import { textOut, type TextOut } from './streams.js';
import { usageError } from './usage-error.js';

interface Outlets {
  readonly stdout: TextOut;
  readonly stderr: TextOut;
  /** Why stdout is incomplete. */
  readonly unread: () => Failure | undefined;
}

/** Runs one command line and returns the exit code. Never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  const outlets = outletsOf();
  const signals = listenToSignals(outlets.stderr.write);
  const accidents = new UnexpectedErrors(signals);
  process.on('uncaughtException', (error) => {
    accidents.happened(asFailure(error, argv));
  });
  const exit = await understandAndRun(argv, outlets, accidents);
  signals.release();
  await flushed(outlets, signals);
  return accidents.exit() ?? outlets.unread()?.exit ?? exit;
}

function outletsOf(): Outlets {
  let unread: Failure | undefined;
  const stderr = textOut(process.stderr, () => undefined);
  const stdout = textOut(process.stdout, (error) => {
    unread ??= error === undefined ? nobodyReads() : cannotWrite(error);
    report(unread, { stdout, stderr }, {});
  });
  return { stdout, stderr, unread: () => unread };
}

function nobodyReads(): Failure {
  return failureOf('E-OUTPUT', 'The output ends here: it is not read', {
    seen: '64 MB of stdout are unread',
    likely: 'the program behind the pipe is stopped',
    fix: 'read on, or write to a file: criprobe … > file',
  });
}

function cannotWrite(error: Error): Failure {
  return failureOf('E-OUTPUT', 'The output ends here: it cannot be written', {
    seen: error.message,
    likely: 'the disk is full',
    fix: 'make room, or write it elsewhere',
    cause: error,
  });
}

/** Time for a slow reader. */
const endingMs = 3_000;

/** Waits until all output is written; after an interruption, only for a short time. */
async function flushed({ stdout, stderr }: Outlets, { signal }: Signals): Promise<void> {
  await endsBefore(abortedAfter(signal, endingMs), Promise.all([stdout.flushed(), stderr.flushed()]));
}

async function understandAndRun(
  argv: readonly string[],
  outlets: Outlets,
  accidents: UnexpectedErrors,
): Promise<ExitCode> {
  let invocation: Invocation | undefined;
  try {
    invocation = understand(argv, outlets.stdout.write);
    return invocation === undefined ? exitCode.ok : await invoke(invocation, outlets, accidents);
  } catch (error) {
    const failure = asFailure(error, argv);
    report(failure, outlets, invocation?.flags ?? (argv.includes('--json') ? { json: true } : {}));
    return failure.exit;
  }
}

/** undefined: the user asked for help or the version, which is printed. */
function understand(argv: readonly string[], write: (text: string) => void): Invocation | undefined {
  let found: Invocation | undefined;
  const invoke = (invocation: Invocation): void => {
    found = invocation;
  };
  const program = buildProgram({ commands: allCommands, version: toolVersion().version, write, invoke });
  if (argv.length === 0) {
    program.outputHelp();
    return undefined;
  }
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    throw error;
  }
  return found;
}

async function invoke(
  { command, args, flags: read }: Invocation,
  outlets: Outlets,
  accidents: UnexpectedErrors,
): Promise<ExitCode> {
  try {
    const flags = valuesOf(ourFlags, read);
    const answer = await command.run(args, read, ioFor(flags, outlets, accidents.signals));
    outlets.stdout.write(flags.json === true ? `${jsonText(answer.json, 2)}\n` : answer.text);
    return accidents.exit() ?? answer.exit;
  } catch (error) {
    const exit = accidents.exit();
    if (exit === undefined) throw error;
    return exit;
  }
}

/** These flags are handled here, for every command that has them. */
const ourFlags = [jsonFlag, ...shownFlags, ...colorFlags] as const;

function ioFor(flags: FlagValues<typeof ourFlags>, { stdout, stderr }: Outlets, { signal }: Signals): Io {
  const env = process.env;
  const isTty = isatty(2) && (env.CI === undefined || env.CI === '');
  const columns = (): number => process.stderr.columns;
  const shown = isTty ? terminalProgress(stderr.write, columns) : plainProgress(stderr.write);
  return {
    out: stdout.write,
    err: stderr.write,
    progress: flags.quiet === true ? silent : shown,
    signal,
    env,
    cwd: process.cwd(),
    isTty,
    color: wantsColor(flags, env, isatty(1)),
    now: () => new Date(),
  };
}

function asFailure(error: unknown, argv: readonly string[]): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return usageError(error, argv);
  return exhaustion(error) ?? suiteFailure(error, { version: toolVersion().version, argv });
}

function report(
  failure: Failure,
  { stdout, stderr }: Pick<Outlets, 'stdout' | 'stderr'>,
  read: ReadFlags,
): void {
  const flags = valuesOf(ourFlags, read);
  const colors = pc.createColors(wantsColor(flags, process.env, isatty(2)));
  stderr.write(renderFailure(failure, colors));
  if (flags.json === true) stdout.write(`${jsonText(failureJson(failure), 2)}\n`);
}
