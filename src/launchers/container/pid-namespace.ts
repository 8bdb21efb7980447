// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#base/failure.js';
import type { Engine } from './testcontainers.js';

export interface PidNamespaceHolder {
  /** Of the container. */
  readonly name: string;
  /** Path of what it runs; no other container has a program of this path. */
  readonly program: string;
}

/** It is there at once, unless the machine is busy. */
const appearsWithinMs = 10_000;

/**
 * Makes sure that a number the engine gives for a process means the same process to us: signals go by these numbers. The
 * holder's program is known to us, does not end and does not change, which cannot be said of the runtime beside it.
 */
export async function checkPidNamespace(
  { api }: Engine,
  { name, program }: PidNamespaceHolder,
  withinMs: number = appearsWithinMs,
): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    const { Pid: pid, Running: running } = (await api.getContainer(name).inspect()).State;
    // One that has ended is told of by the start of the runtime in it.
    if (!running || runs(pid, program)) return;
    if (performance.now() > end) throw countedElsewhere(pid);
    await sleep(25);
  }
}

/** The engine may have put an init before it. */
function runs(pid: number, program: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(program);
  } catch {
    return false;
  }
}

function countedElsewhere(pid: number): Failure {
  return new Failure(
    'E-CONTAINER-PROCESSES',
    'The container engine and criprobe do not see the same processes: they count them in different namespaces.',
    {
      seen: `the container's process is ${pid} to the engine, and here ${pid} is another one or none`,
      likely: 'criprobe runs in a container that has processes of its own',
      fix: 'run criprobe in the PID namespace of the engine (docker run --pid host …), or on its machine without a container',
    },
  );
}
