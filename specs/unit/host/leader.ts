// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const children: ChildProcess[] = [];

/** A process that leads its own group and prints a line once it is set up. */
export async function leader(script: string, argv0 = 'sh', ...args: readonly string[]): Promise<number> {
  const child = spawn('sh', ['-c', script, ...args], {
    detached: true,
    argv0,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid ?? -1;
}

/** Of those that a spec has not ended itself. */
export function endLeaders(): void {
  for (const { pid = -1, stdout } of children.splice(0)) {
    stdout?.destroy();
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  }
}
