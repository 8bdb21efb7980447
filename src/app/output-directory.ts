// SPDX-License-Identifier: Apache-2.0
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import type { Io } from './use-case.js';

/** Makes the directory of a run: the one asked for, or ./criprobe-results/<run> with the link `latest` beside it. */
export async function outputDirectory(
  asked: string | undefined,
  run: string,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<string> {
  const home = join(cwd, 'criprobe-results');
  const directory = asked === undefined ? join(home, run) : resolve(cwd, asked);
  try {
    await mkdir(directory, { recursive: true });
    await rm(join(directory, 'evidence.jsonl'), { force: true });
    if (directory === join(home, run)) await pointLatest(home, run);
    return directory;
  } catch (cause) {
    throw cannotWrite(directory, cause);
  }
}

/** Writes a file of results, with the directories above it. */
export async function writeOutput(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

function cannotWrite(path: string, cause: unknown): Failure {
  return new Failure('E-OUTPUT', `Results cannot be written to ${path}`, {
    seen: String(cause),
    likely: 'no right to write there, or the disk is full',
    fix: 'choose a place that can be written, with --output <dir> for instance',
    exit: exitCode.suite,
    cause,
  });
}

/** Replaced in one step: runs that begin at the same time do not trip over each other. */
async function pointLatest(home: string, run: string): Promise<void> {
  const fresh = join(home, `.latest-${run}`);
  await symlink(run, fresh);
  await rename(fresh, join(home, 'latest'));
}
