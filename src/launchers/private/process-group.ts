// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { startTicksOf } from '#host/process-identity.js';
import type { ProcessGroupStep } from '#run-ledger/cleanup-step.js';

export interface ProcessGroup {
  readonly pid: number;
  readonly step: ProcessGroupStep;
  /** `exit code 1` or `signal SIGKILL`; undefined while it runs. */
  ended(): string | undefined;
  /** Signals the leader only; ignored if it is gone. */
  signal(name: NodeJS.Signals): void;
}

export interface ProcessCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
}

/**
 * Starts a program as the leader of its own process group: our Ctrl-C does not reach it, and the whole group
 * can be killed.
 */
export async function startProcessGroup(command: ProcessCommand): Promise<ProcessGroup> {
  const log = openSync(command.logFile, 'a');
  try {
    const child = spawn(command.program, command.args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: command.env,
      cwd: '/',
    });
    const pid = await spawned(child);
    child.unref();
    const step: ProcessGroupStep = { kind: 'process-group', pid, startTicks: startTicksOf(pid) };
    return {
      pid,
      step,
      ended: () => endOf(child),
      signal: (name) => {
        child.kill(name);
      },
    };
  } finally {
    closeSync(log);
  }
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      resolve(child.pid ?? -1);
    });
  });
}

function endOf(child: ChildProcess): string | undefined {
  if (child.signalCode !== null) return `signal ${child.signalCode}`;
  return child.exitCode === null ? undefined : `exit code ${child.exitCode}`;
}
