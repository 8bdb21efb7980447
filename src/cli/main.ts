#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import pc from 'picocolors';
import { exhaustion } from '#base/errors/exhaustion.js';
import type { ExitCode } from '#base/exit-code.js';
import { renderFailure } from './render-failure.js';

/**
 * Loading our modules opens about this many files at once; with fewer, an existing file is sometimes not
 * found.
 */
const neededOpenFiles = 200;

// Whatever the umask of the shell, nothing that we create is writable for others.
process.umask(process.umask(0o077) | 0o022);
const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
const exit = await runAll(process.argv.slice(2));
// Node crashes on exit if one of its terminals has closed.
if (!terminals.every((descriptor) => isatty(descriptor))) process.kill(process.pid, 'SIGHUP');
process.exit(exit);

function demandOpenFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < neededOpenFiles) opened.push(openSync('/dev/null', 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** There may be too few file descriptors to load our other modules. */
async function runAll(argv: readonly string[]): Promise<ExitCode> {
  try {
    demandOpenFiles();
    const { runCommandLine } = await import('./run-command-line.js');
    return await runCommandLine(argv);
  } catch (error) {
    const failure = exhaustion(error);
    if (failure === undefined) throw error;
    process.stderr.write(renderFailure(failure, pc.createColors(false)));
    return failure.exit;
  }
}
