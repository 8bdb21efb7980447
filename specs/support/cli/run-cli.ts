// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportFormats } from '#app/shared/report-formats.js';

export interface CliEnd {
  /** -1: killed by a signal. */
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunCliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Runs as another user, if the specs run as root. */
  readonly uid?: number;
  readonly input?: string;
  /** The maximum size of a file: simulates a full disk. */
  readonly fileSizeLimitKb?: number;
  /** The limit on open files. */
  readonly openFilesLimit?: number;
  /** Shell commands in a mount namespace of this command alone, to change the machine it sees; needs root. */
  readonly machine?: string;
}

/** What a run leaves in its directory, in the order of names. */
export const runFiles: readonly string[] = [
  'evidence.jsonl',
  ...reportFormats.map(({ file }) => file),
].sort();

/** A machine for one spec: home, host root without runtimes, /proc without a kubelet. */
export interface Bench {
  readonly directory: string;
  /** A path in it, short enough for a socket. */
  readonly path: (name: string) => string;
  /** The environment that selects this machine. */
  readonly env: Readonly<Record<string, string>>;
  readonly criprobe: (args: readonly string[], options?: RunCliOptions) => Promise<CliEnd>;
  readonly start: (args: readonly string[], options?: RunCliOptions) => CliProcess;
  readonly dispose: () => Promise<void>;
}

export interface CliProcess {
  readonly process: ChildProcess;
  readonly end: Promise<CliEnd>;
  /** Resolves when stderr or stdout has shown the text. */
  readonly shown: (text: string) => Promise<void>;
}

export const main: string =
  process.env.CRIPROBE_MAIN ?? fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export async function openBench(): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'cps-'));
  await Promise.all(
    ['home', 'host', 'proc', 'cwd', 'tmp', 'state'].map((name) => mkdir(join(directory, name))),
  );
  await Promise.all(
    [directory, join(directory, 'home'), join(directory, 'tmp'), join(directory, 'state')].map((path) =>
      chmod(path, 0o1777),
    ),
  );
  const running = new Set<CliProcess>();
  const start = (args: readonly string[], options: RunCliOptions = {}): CliProcess => {
    const started = startCli(directory, args, options);
    running.add(started);
    void started.end.finally(() => running.delete(started)).catch(() => undefined);
    return started;
  };
  const dispose = async (): Promise<void> => {
    const left = [...running];
    for (const started of left) started.process.kill('SIGKILL');
    await Promise.allSettled(left.map(({ end }) => end));
    await rm(directory, { recursive: true, force: true });
  };
  return {
    directory,
    path: (name) => join(directory, name),
    env: environment(directory),
    criprobe: (args, options) => start(args, options).end,
    start,
    dispose,
  };
}

/** If the checkout is below /root, for example, another user only gets an error. */
function demandThatOthersMayRead(path: string): void {
  for (let at = dirname(path); at !== '/'; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0)
      throw new Error(`other users may not enter ${at}: to run this spec as root, clone criprobe elsewhere`);
  }
}

function startCli(directory: string, args: readonly string[], options: RunCliOptions): CliProcess {
  const { env, cwd, uid, input } = options;
  if (uid !== undefined) demandThatOthersMayRead(main);
  const [command = '', ...words] = [...wrapper(options), process.execPath, main, ...args];
  const child = spawn(command, words, {
    cwd: cwd ?? join(directory, 'cwd'),
    env: { ...environment(directory), ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const heard = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
    heard();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
    heard();
  });
  // It may have ended before it read anything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const end = new Promise<CliEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ exit: code ?? -1, stdout, stderr });
    });
  });
  const shown = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!(stdout + stderr).includes(text)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      child.on('close', () => {
        reject(new Error(`ended without showing "${text}":\n${stdout}${stderr}`));
      });
      look();
    });
  return { process: child, end, shown };
}

/** The command line that applies the limits and the machine. */
function wrapper({ fileSizeLimitKb, openFilesLimit, machine }: RunCliOptions): string[] {
  const limited = (text: string): string[] => ['/bin/bash', '-c', `${text}; exec "$@"`, 'sh'];
  return [
    ...(machine === undefined ? [] : ['unshare', '--mount', ...limited(`set -e; ${machine}`)]),
    ...(openFilesLimit === undefined ? [] : limited(`ulimit -n ${openFilesLimit}`)),
    ...(fileSizeLimitKb === undefined ? [] : limited(`ulimit -f ${fileSizeLimitKb}`)),
  ];
}

function environment(directory: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    // The checkout may belong to the user who called sudo.
    ...(process.env.SUDO_UID === undefined ? {} : { SUDO_UID: process.env.SUDO_UID }),
    HOME: join(directory, 'home'),
    TMPDIR: join(directory, 'tmp'),
    CRIPROBE_STATE: join(directory, 'state'),
    CRIPROBE_ROOT: join(directory, 'host'),
    CRIPROBE_PROC: join(directory, 'proc'),
    CRIPROBE_KUBELET_HEALTHZ: 'off',
    CI: '1',
    TZ: 'UTC',
  };
}
