// SPDX-License-Identifier: Apache-2.0
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
    throw new Failure('E-OUTPUT', `Results cannot be written to ${directory}`, {
      seen: String(cause),
      fix: 'choose a directory that can be written with --output <dir>',
      exit: exitCode.suite,
      cause,
    });
  }
}

async function pointLatest(home: string, run: string): Promise<void> {
  const latest = join(home, 'latest');
  await rm(latest, { force: true });
  await symlink(run, latest);
}
