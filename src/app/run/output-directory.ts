// SPDX-License-Identifier: Apache-2.0
import { rename, rm, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { errorMessage } from '#base/text/error-message.js';
import { makeOutputDirectory, replaceFile } from '#files/write-output.js';
import { failureOf } from '#base/errors/catalogue.js';
import type { Io } from '../shared/use-case.js';

/**
 * Creates the directory of a run: the given one, or ./criprobe-results/<run> with the link `latest` next to
 * it.
 */
export async function outputDirectory(
  asked: string | undefined,
  run: string,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<string> {
  const home = join(cwd, 'criprobe-results');
  const directory = asked === undefined ? join(home, run) : resolve(cwd, asked);
  try {
    makeOutputDirectory(directory);
    await rm(join(directory, 'evidence.jsonl'), { force: true });
    if (directory === join(home, run)) await pointLatest(home, run);
    return directory;
  } catch (cause) {
    throw cannotWrite(directory, cause);
  }
}

/** Writes a result file, and creates the directories above it. A reader of a pipe has until the signal. */
export async function writeOutput(path: string, text: string, signal: AbortSignal): Promise<void> {
  try {
    await replaceFile(path, text, signal);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

/**
 * If its directory is deleted, the recording continues in an unlinked file: then there is nothing to judge.
 */
export async function checkEvidenceIsThere(path: string): Promise<void> {
  await stat(path).catch((cause: unknown) => {
    const seen = errorMessage(cause);
    throw failureOf('E-EVIDENCE-WRITE', `The evidence disappeared during the run: ${path}`, {
      seen,
      cause,
      likely: 'the output directory was deleted or moved',
    });
  });
}

function cannotWrite(path: string, cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  return new Failure('E-OUTPUT', `Results cannot be written to ${path}`, {
    seen: String(cause),
    likely: 'no permission to write there, or the disk is full',
    fix: 'choose a writable directory, for example with --output <dir>',
    exit: exitCode.environment,
    cause,
  });
}

/** Replaced atomically, so that concurrent runs do not conflict. */
async function pointLatest(home: string, run: string): Promise<void> {
  const fresh = join(home, `.latest-${run}`);
  await symlink(run, fresh);
  await rename(fresh, join(home, 'latest'));
}
