// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';
import { becomesTrue } from '#base/poll.js';
import { argumentsOf } from '#host/processes.js';
import type { Engine } from './testcontainers.js';

export interface KeepaliveProcess {
  /** Of the container. */
  readonly name: string;
  /** The path of its program, which no other container has. */
  readonly program: string;
}

/** It appears at once, unless the machine is busy. */
const appearsWithinMs = 10_000;

/**
 * Checks that a pid from the engine means the same process to us, because we send signals to it. Looks at the
 * container's own program: unlike the runtime, it is known, does not end and does not change.
 */
export async function checkPidNamespace(
  { api }: Engine,
  { name, program }: KeepaliveProcess,
  withinMs: number = appearsWithinMs,
): Promise<void> {
  let counted = -1;
  const isSame = async (): Promise<boolean> => {
    const { Pid: pid, Running: running } = (await api.getContainer(name).inspect()).State;
    counted = pid;
    // If it has ended, the start of the runtime in it will report that. The engine may have put an init in
    // front of the program.
    return !running || argumentsOf(pid).includes(program);
  };
  if (!(await becomesTrue(isSame, withinMs))) throw countedElsewhere(counted);
}

function countedElsewhere(pid: number): Failure {
  return new Failure(
    'E-CONTAINER-PROCESSES',
    'The container engine and criprobe are in different PID namespaces.',
    {
      seen: `the engine says that the container's process is ${pid}; here ${pid} is another process, or none`,
      likely: 'criprobe runs in a container with its own PID namespace',
      fix: 'run criprobe in the PID namespace of the engine (docker run --pid host …), or on its machine without a container',
    },
  );
}
