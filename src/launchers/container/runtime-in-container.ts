// SPDX-License-Identifier: Apache-2.0
import { createWriteStream } from 'node:fs';
import type { Socket } from 'node:net';
import { poll } from '#base/poll.js';
import { isAlive, startTicksOf } from '#host/process-identity.js';
import { NotReady } from '../launch-failure.js';
import type { Engine } from './testcontainers.js';

/** An engine answers at once, unless it is busy. */
const askForMs = 10_000;

/** The runtime's process, by its pid on this machine: the check of the container showed that pids agree. */
export interface RuntimeProcess {
  readonly pid: number;
  isAlive(): boolean;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  /** Resolves with how it ended. */
  ending(): Promise<string>;
}

export interface RuntimeStart {
  readonly container: string;
  readonly command: readonly string[];
  /** Receives its stdout and stderr. */
  readonly logFile: string;
}

type Exec =
  ReturnType<ReturnType<Engine['api']['getContainer']>['exec']> extends Promise<infer E> ? E : never;

/** Starts the runtime in its container. */
export async function startRuntime({ api }: Engine, start: RuntimeStart): Promise<RuntimeProcess> {
  const exec = await api.getContainer(start.container).exec({
    Cmd: [...start.command],
    AttachStdout: true,
    AttachStderr: true,
  });
  const output = (await exec.start({ hijack: true, stdin: false })) as Socket;
  // The engine may keep the stream open for longer than the process lives.
  output.unref();
  const log = createWriteStream(start.logFile, { flags: 'a' });
  api.modem.demuxStream(output, log, log);
  output.once('close', () => log.end());
  const pid = await pidOf(exec);
  const ticks = startTicksOf(pid);
  return {
    pid,
    isAlive: () => isAlive(pid, ticks),
    signal: (name) => {
      if (isAlive(pid, ticks)) process.kill(pid, name);
    },
    ending: () => endingOf(exec),
  };
}

/**
 * The engine reports the pid once the process exists. One that never existed has none; one about to start has
 * no exit code.
 */
async function pidOf(exec: Exec): Promise<number> {
  const state = await stateWhen(exec, (seen) => seen.Pid > 0 || hasEnded(seen));
  if (state !== undefined && state.Pid > 0) return state.Pid;
  throw new NotReady(`the engine could not start it (${await endingOf(exec)})`);
}

async function endingOf(exec: Exec): Promise<string> {
  const state = await stateWhen(exec, hasEnded);
  return state === undefined ? 'an unknown exit code' : `exit code ${state.ExitCode ?? '?'}`;
}

function hasEnded({ Running: running, ExitCode: code }: ExecState): boolean {
  return !running && code !== null;
}

type ExecState = Awaited<ReturnType<Exec['inspect']>>;

function stateWhen(exec: Exec, isSo: (state: ExecState) => boolean): Promise<ExecState | undefined> {
  const look = async (): Promise<ExecState | undefined> => {
    const state = await exec.inspect();
    return isSo(state) ? state : undefined;
  };
  return poll(look, { withinMs: askForMs });
}
