// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ShellCommand {
  readonly command: string;
  /** The working directory. */
  readonly cwd: string;
  readonly limitMs: number;
  /** Called once it runs. */
  readonly started?: (pid: number) => void;
}

export interface ShellEnd {
  /** `exit code 3`, or that it took too long; undefined: it succeeded. */
  readonly problem: string | undefined;
  /** The end of its output, both streams interleaved. */
  readonly output: string;
}

const maxBytes = 4 * 1024;

/** Runs the user's command line in a process group of its own, so that our Ctrl-C does not interrupt it. */
export async function runShellCommand({ command, cwd, limitMs, started }: ShellCommand): Promise<ShellEnd> {
  const output = openOutput();
  try {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      detached: true,
      stdio: ['ignore', output, output],
    });
    if (child.pid !== undefined) started?.(child.pid);
    const problem = await new Promise<string | undefined>((resolve) => {
      const limit = setTimeout(() => {
        killGroup(child.pid);
        resolve(`it did not exit within ${limitMs / 1_000} s`);
      }, limitMs);
      const done = (how: string | undefined): void => {
        clearTimeout(limit);
        resolve(how);
      };
      child.once('error', (error) => {
        done(error.message);
      });
      // Not `close`: a daemon that stays up keeps the output open.
      child.once('exit', (code, signal) => {
        done(code === 0 ? undefined : code === null ? `signal ${String(signal)}` : `exit code ${code}`);
      });
    });
    return { problem, output: endOf(output) };
  } finally {
    closeSync(output);
  }
}

/** An unlinked file: writing to a pipe would kill a daemon that outlives us. */
function openOutput(): number {
  const path = join(tmpdir(), `criprobe-${randomUUID()}`);
  const file = openSync(path, 'ax+', 0o600);
  rmSync(path);
  return file;
}

function endOf(file: number): string {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, maxBytes));
  const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8', 0, read).trim();
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just exited.
  }
}
