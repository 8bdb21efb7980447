// SPDX-License-Identifier: Apache-2.0
import { execFile, type ExecFileException } from 'node:child_process';
import { notForThisMachine } from '#host/not-for-this-machine.js';

export type ReportedVersion = { readonly version: string } | { readonly problem: string };

/** crun creates a state directory even for this; if it cannot, it does without. */
const options = { timeout: 10_000, env: { ...process.env, XDG_RUNTIME_DIR: '/proc' } };

/** The first group of the pattern in the output of `--version`, or what the program did instead. */
export function reportedVersion(program: string, pattern: RegExp): Promise<ReportedVersion> {
  return new Promise((resolve) => {
    const problem = notForThisMachine(program);
    if (problem !== undefined) {
      resolve({ problem });
      return;
    }
    execFile(program, ['--version'], options, (error, stdout, stderr) => {
      const version = pattern.exec(stdout)?.[1];
      if (version !== undefined) resolve({ version });
      else resolve({ problem: (stdout + stderr).trim().slice(0, 200) || inWords(error) });
    });
  });
}

function inWords(error: ExecFileException | null): string {
  if (error === null) return 'nothing';
  if (error.killed === true) return 'no answer in 10 s';
  return error.signal ? `killed by ${error.signal}` : `nothing but exit code ${error.code ?? '?'}`;
}
