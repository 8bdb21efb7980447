// SPDX-License-Identifier: Apache-2.0
import type { ReferenceContainer } from './container.js';
import { VirtualProcess, type ProcessIo } from '../process/virtual-process.js';
import { failed, invalid, notNow } from '../refuse.js';

/** Starts another process in the container: same files, environment and user; it ends with the container. */
export function startExec(
  container: ReferenceContainer,
  argv: readonly string[],
  io: ProcessIo,
): VirtualProcess {
  const { main, facts } = container;
  if (argv.length === 0) throw invalid('cmd is missing');
  if (main === undefined || main.hasEnded) throw notNow(`container ${container.id} is not running`);
  const { surroundings } = main.setup;
  const program = surroundings.findProgram(argv[0] ?? '', facts.env.get('PATH'));
  if (program === undefined)
    throw failed(`exec failed: ${JSON.stringify(argv[0])}: no such file or directory`);
  const { env, cwd, user } = facts;
  const process = new VirtualProcess({ argv, env, cwd, user, io, surroundings });
  void process.run(program);
  return process;
}
