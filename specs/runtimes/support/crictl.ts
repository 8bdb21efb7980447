// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface CrictlEnd {
  /** -1: killed by a signal. */
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Background {
  readonly stdout: () => string;
  readonly end: Promise<CrictlEnd>;
  /** SIGKILL: an attached crictl ignores SIGTERM. */
  readonly kill: () => void;
}

export interface RunCrictl {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One released crictl, connected to one socket. */
export interface Crictl {
  /** Resolves however it exits. */
  readonly run: (args: readonly string[], options?: RunCrictl) => Promise<CrictlEnd>;
  /** Its output without the last line break; throws with its errors if it does not exit 0. */
  readonly text: (...args: string[]) => Promise<string>;
  readonly json: <T>(...args: string[]) => Promise<T>;
  readonly background: (...args: string[]) => Background;
  readonly dispose: () => Promise<void>;
}

export interface CrictlOptions {
  readonly version: string;
  readonly endpoint: string;
  /** For its configuration, so that it does not use the machine's. */
  readonly directory: string;
}

/** Throws, with the fix, if this version was not built on this machine. */
export async function openCrictl({ version, endpoint, directory }: CrictlOptions): Promise<Crictl> {
  const program = builtCrictl(version);
  const config = join(directory, `crictl-${version}.yaml`);
  await writeFile(config, `runtime-endpoint: ${endpoint}\nimage-endpoint: ${endpoint}\ntimeout: 20\n`);
  const running = new Set<Background>();
  const start = (args: readonly string[], options: RunCrictl = {}): Background => {
    const started = startCrictl([program, '--config', config, ...args], options);
    running.add(started);
    void started.end.then(() => running.delete(started));
    return started;
  };
  const text = async (...args: string[]): Promise<string> => {
    const { exit, stdout, stderr } = await start(args).end;
    if (exit !== 0) throw new Error(`crictl ${args.join(' ')} exited with ${exit}:\n${stdout}${stderr}`);
    return stdout.trimEnd();
  };
  return {
    run: (args, options) => start(args, options).end,
    text,
    json: async <T>(...args: string[]) => JSON.parse(await text(...args)) as T,
    background: (...args) => start(args),
    dispose: async () => {
      for (const { kill } of running) kill();
      await Promise.all([...running].map(({ end }) => end));
    },
  };
}

function builtCrictl(version: string): string {
  const cache = process.env.CRIPROBE_RUNTIMES ?? '/var/cache/criprobe-runtimes';
  const program = join(cache, `crictl-${version}`, 'crictl');
  try {
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    throw new Error(
      `There is no crictl ${version} at ${program}: run .ci/setup-runtimes, or set CRIPROBE_SKIP_RUNTIMES=1 to do without.`,
    );
  }
}

function startCrictl([program = '', ...args]: readonly string[], { input, env }: RunCrictl): Background {
  const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  // A client that ends before it has read its stdin is no failure of ours.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const end = new Promise<CrictlEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ exit: code ?? -1, stdout, stderr });
    });
  });
  return { stdout: () => stdout, end, kill: () => child.kill('SIGKILL') };
}

/** JSON documents one after another, as `crictl events` prints them. The last may be incomplete. */
export function documents(text: string): readonly unknown[] {
  return text
    .split(/^(?=\{$)/m)
    .filter((part) => part.trimEnd().endsWith('\n}'))
    .map((part) => JSON.parse(part) as unknown);
}

/** Polls until there is an answer; throws what it was waiting for if none comes. */
export async function eventually<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const giveUpMs = performance.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > giveUpMs) throw new Error(`waited 20 s for ${what}`);
    await pause(50);
  }
}

/** The answer to a line that is sent to a port of this machine. */
export function echoOf(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(line));
    let came = '';
    socket.once('error', reject);
    socket.once('close', () => {
      resolve(came);
    });
    socket.on('data', (bytes: Buffer) => {
      came += bytes.toString();
      if (came.endsWith('\n')) socket.destroy();
    });
  });
}
