// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { announceEvent } from '../announce.js';
import { hasOwnPids, reasonOf, type ReferenceContainer, type ContainerEnd } from './container.js';
import { surroundingsOf } from './container-surroundings.js';
import { SIGKILL } from '#base/signal-numbers.js';
import { VirtualProcess, type ProcessIo } from '../process/virtual-process.js';
import { failed, notNow } from '../refuse.js';
import type { World } from '../world.js';

const startFailedCode = 128;
const defaultMinimumLifeMs = 20;

/** Returns when the process runs; a missing program ends the container with exit code 128. */
export function startReferenceContainer(world: World, container: ReferenceContainer): void {
  const { facts, sandbox } = container;
  if (container.state !== 'CONTAINER_CREATED')
    throw notNow(`container ${container.id} is in state ${container.state}`);
  if (!sandbox.isReady) throw notNow(`pod sandbox ${sandbox.id} is not ready`);
  const surroundings = surroundingsOf(world, container, (code) => {
    finish(world, container, code);
  });
  const argv0 = facts.argv[0] ?? '';
  const program = surroundings.findProgram(argv0, facts.env.get('PATH'));
  if (program === undefined)
    throw startFailed(
      world,
      container,
      `exec: ${JSON.stringify(argv0)}: stat ${argv0}: no such file or directory`,
    );
  try {
    facts.log.open();
  } catch (error) {
    throw startFailed(world, container, `log file: ${errorMessage(error)}`);
  }
  const main = new VirtualProcess({
    argv: facts.argv,
    env: facts.env,
    cwd: facts.cwd,
    user: facts.user,
    surroundings,
    io: ioOf(container),
    isInit: hasOwnPids(container),
    minimumLifeMs: world.options.minimumLifeMs ?? defaultMinimumLifeMs,
  });
  container.main = main;
  container.startedAt = world.now();
  announceEvent(world, 'STARTED', container);
  void main.run(program);
}

const ioOf = (container: ReferenceContainer): ProcessIo => ({
  stdout: (bytes) => {
    container.output('stdout', bytes);
  },
  stderr: (bytes) => {
    container.output('stderr', bytes);
  },
  stdin: container.stdin,
});

function startFailed(world: World, container: ReferenceContainer, why: string): Error {
  const message = `failed to start container: ${why}`;
  conclude(world, container, { exitCode: startFailedCode, reason: 'StartError', message });
  return failed(message);
}

/**
 * Sends the stop signal once, then KILL after the shortest of the given timeouts. Continues if the caller
 * gives up, but a daemon that has stopped sends no KILL.
 */
export function beginStop(world: World, container: ReferenceContainer, timeoutMs: number): Promise<unknown> {
  const { main } = container;
  if (container.ending !== undefined) return Promise.resolve();
  if (main === undefined) {
    conclude(world, container, { exitCode: 128 + SIGKILL, reason: 'Error' });
    return Promise.resolve();
  }
  if (timeoutMs <= 0) main.deliver(SIGKILL);
  else {
    const { signal: life } = world.life;
    if (container.stopSignalledBy !== life) {
      container.stopSignalledBy = life;
      main.deliver(container.facts.stopSignal);
    }
    void world.clock.sleep(timeoutMs, main.signal).then(() => {
      if (!life.aborted) main.deliver(SIGKILL);
    });
  }
  return main.ended;
}

export function killReferenceContainer(world: World, container: ReferenceContainer): void {
  void beginStop(world, container, 0);
}

export function removeReferenceContainer(world: World, container: ReferenceContainer): void {
  if (container.isRemoved) return;
  if (container.main !== undefined) killReferenceContainer(world, container);
  container.isRemoved = true;
  world.containers.delete(container.id);
  container.facts.log.close();
  announceEvent(world, 'DELETED', container);
}

/** Everything in the container ends with its first process. */
function finish(world: World, container: ReferenceContainer, exitCode: number): void {
  for (const process of [...container.processes]) process.end(128 + SIGKILL);
  conclude(world, container, { exitCode, reason: reasonOf(container, exitCode) });
}

function conclude(world: World, container: ReferenceContainer, how: Omit<ContainerEnd, 'finishedAt'>): void {
  container.facts.log.close();
  container.stdin.close();
  container.ending = { ...how, finishedAt: world.now() };
  announceEvent(world, 'STOPPED', container);
}
