// SPDX-License-Identifier: Apache-2.0
import { SIGKILL } from '#base/signal-numbers.js';
import type { Statement } from '#guest/statement.js';
import { FileError } from '../files/file-error.js';
import type { Executors } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

/** The listener belongs to a child process that dies with its parent. */
async function listen(process: VirtualProcess, { protocol, port }: Statement<'listen'>): Promise<void> {
  const signal = process.signal;
  const failure = await process.setup.surroundings.sockets.listen(protocol, port, signal);
  process.alive();
  if (failure !== undefined) throw new FileError(String(port), failure);
  const companion = process.spawn({});
  signal.addEventListener('abort', () => {
    companion.end(128 + SIGKILL);
  });
}

async function connect(process: VirtualProcess, statement: Statement<'connect'>): Promise<void> {
  const { protocol, address, port, text } = statement;
  const sockets = process.setup.surroundings.sockets;
  const answer = await sockets.ask({ protocol, address, port, text: `${text}\n` }, process.signal);
  process.alive();
  process.print(typeof answer === 'number' ? `connect failed ${answer}\n` : `${answer}\n`);
}

export const networkStatements: Executors<'listen' | 'connect'> = { listen, connect };
