// SPDX-License-Identifier: Apache-2.0
import { FileError } from '../files/file-error.js';
import { SIGKILL } from './signals.js';
import type { Statement } from './statement.js';
import type { VirtualProcess } from './virtual-process.js';

/** The listener belongs to a companion that dies with its parent. */
async function listen(process: VirtualProcess, protocol: string, port: number): Promise<boolean> {
  if (protocol !== 'tcp' && protocol !== 'udp') return false;
  const signal = process.signal;
  const failure = await process.setup.surroundings.sockets.listen(protocol, port, signal);
  process.alive();
  if (failure !== undefined) throw new FileError(String(port), failure);
  const companion = process.spawn({});
  signal.addEventListener('abort', () => {
    companion.end(128 + SIGKILL);
  });
  return true;
}

async function connect(process: VirtualProcess, words: readonly string[], text: string): Promise<boolean> {
  const [protocol, address = '', port] = words;
  if (protocol !== 'tcp' && protocol !== 'udp') return false;
  const sockets = process.setup.surroundings.sockets;
  const answer = await sockets.ask(
    { protocol, address, port: Number(port), text: `${text}\n` },
    process.signal,
  );
  process.alive();
  process.print(typeof answer === 'number' ? `connect failed ${answer}\n` : `${answer}\n`);
  return true;
}

export const networkStatements: Readonly<Record<string, Statement>> = {
  listen: (process, { words }) => listen(process, words[0] ?? '', Number(words[1])),
  connect: (process, { words, rest }) => connect(process, words, rest(3)),
};
