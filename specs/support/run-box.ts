// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export function boxPath(architecture: string = process.arch === 'arm64' ? 'arm64' : 'amd64'): string {
  return fileURLToPath(new URL(`../../guest/bin/box-${architecture}`, import.meta.url));
}

export interface BoxEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningBox {
  readonly pid: number;
  readonly stdin: ChildProcessWithoutNullStreams['stdin'];
  /** Resolves when the text has been seen on stdout. */
  seen(text: string): Promise<void>;
  kill(signal: NodeJS.Signals | number): void;
  readonly ended: Promise<BoxEnd>;
}

interface BoxOptions extends Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> {
  /** What runs it: a list of words before the program. */
  readonly through?: readonly string[];
  readonly program?: string;
  readonly input?: string;
}

export function startBox(statements: readonly string[], options: BoxOptions = {}): RunningBox {
  const { through = [], program = boxPath(), input, ...rest } = options;
  const [command = program, ...words] = [...through, program, ...statements];
  const child = spawn(command, words, { ...rest, stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // It may have ended before it reads anything.
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    seen: async (text) => {
      while (!output.stdout.includes(text)) await once(child.stdout, 'data');
    },
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      ...output,
    })),
  };
}

export function runBox(statements: readonly string[], options: BoxOptions = {}): Promise<BoxEnd> {
  return startBox(statements, { input: '', ...options }).ended;
}

export async function outputOf(...statements: string[]): Promise<string> {
  return (await runBox(statements)).stdout;
}
