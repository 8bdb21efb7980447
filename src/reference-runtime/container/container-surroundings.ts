// SPDX-License-Identifier: Apache-2.0
import type { ReferenceContainer } from './container.js';
import { containerMemory, memoryLimit } from '../stats/memory.js';
import { SIGKILL } from '#base/signal-numbers.js';
import type { ProcessSurroundings, VirtualProcess } from '../process/virtual-process.js';
import { virtualFile } from '../files/virtual-file.js';
import { failed } from '../refuse.js';
import type { World } from '../world.js';

const maxProcesses = 1024;

/** The environment of the container's processes. */
export function surroundingsOf(
  world: World,
  container: ReferenceContainer,
  onMainEnd: (exitCode: number) => void,
): ProcessSurroundings {
  const { facts, sandbox } = container;
  return {
    clock: world.clock,
    files: facts.files,
    sockets: sandbox.sockets,
    hostname: sandbox.hostname,
    nextPid: sandbox.nextPid,
    signalPid: (pid, number) => signalPid(container, pid, number),
    findProgram: (argv0, path) => world.programs.find(argv0, facts.image.content, path),
    chargeMemory: (process, bytes) => {
      chargeMemory(container, process, bytes);
    },
    onStart: (process) => {
      if (container.processes.size >= maxProcesses) throw failed('fork: Resource temporarily unavailable');
      container.processes.add(process);
    },
    onEnd: (process, exitCode) => {
      container.processes.delete(process);
      container.pastCpuMs += process.cpuMs;
      if (process === container.main) onMainEnd(exitCode);
    },
    virtualFile: (process, path) => virtualFile(container, process, path),
  };
}

function signalPid(container: ReferenceContainer, pid: number, number: number): boolean {
  const target = [...container.processes].find((process) => process.pid === pid);
  if (target !== undefined && number !== 0) target.deliver(number);
  return target !== undefined;
}

/** Over the limit, the kernel kills the largest process. */
function chargeMemory(container: ReferenceContainer, asking: VirtualProcess, bytes: number): void {
  const limit = memoryLimit(container);
  if (limit === undefined || containerMemory(container) + bytes <= limit) return;
  const sizeOf = (process: VirtualProcess): number => process.memoryBytes + (process === asking ? bytes : 0);
  const victim = [...container.processes].reduce(
    (biggest, process) => (sizeOf(process) > sizeOf(biggest) ? process : biggest),
    asking,
  );
  const isGroup = container.resources.unified?.['memory.oom.group'] === '1';
  container.isOutOfMemory = isGroup || victim === container.main;
  (isGroup ? container.main : victim)?.deliver(SIGKILL);
}
