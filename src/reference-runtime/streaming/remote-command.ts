// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { ReferenceContainer, OutputListener } from '../container/container.js';
import { startExec } from '../container/exec.js';
import { SIGINT } from '#base/signal-numbers.js';
import type { VirtualProcess } from '../process/virtual-process.js';
import type { RemoteStreams, WantedStreams } from './remote-streams.js';

const hangUp = 1;
const interruptKey = 3;

export async function serveExec(
  container: ReferenceContainer,
  what: { readonly argv: readonly string[]; readonly wanted: WantedStreams },
  remote: RemoteStreams,
): Promise<void> {
  const { tty } = what.wanted;
  const stdout = tty
    ? (bytes: Buffer): void => {
        remote.stdout(onTerminal(bytes));
      }
    : remote.stdout;
  const io = { stdout, stderr: tty ? stdout : remote.stderr, stdin: remote.stdin, room: remote.room };
  let process: VirtualProcess;
  try {
    process = startExec(container, what.argv, io);
  } catch (error) {
    remote.finish(errorMessage(error));
    return;
  }
  if (tty) watchTerminal(process, remote);
  remote.finish(await process.ended);
}

/** Ctrl-C sends SIGINT, and closing the terminal SIGHUP. */
function watchTerminal(process: VirtualProcess, remote: RemoteStreams): void {
  remote.stdin.onPush = (bytes) => {
    if (bytes.includes(interruptKey)) process.deliver(SIGINT);
  };
  remote.gone.addEventListener('abort', () => {
    process.deliver(hangUp);
  });
}

const onTerminal = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');

/** Connects to the first process's output and input from now on. */
export async function serveAttach(container: ReferenceContainer, remote: RemoteStreams): Promise<void> {
  const { main, facts } = container;
  if (main === undefined) return;
  const listener: OutputListener = (stream, bytes) => {
    if (stream === 'stdout') remote.stdout(bytes);
    else remote.stderr(bytes);
  };
  container.listeners.add(listener);
  const left = new Promise<'left'>((resolve) => {
    remote.gone.addEventListener('abort', () => {
      resolve('left');
    });
  });
  void pump(container, remote, main).then((isOver) => {
    if (isOver && facts.config.stdin_once === true) container.stdin.close();
  });
  const ended = await Promise.race([main.ended, left]);
  container.listeners.delete(listener);
  if (ended !== 'left') remote.finish(0);
}

async function pump(
  container: ReferenceContainer,
  remote: RemoteStreams,
  main: VirtualProcess,
): Promise<boolean> {
  const { signal } = main;
  for (
    let chunk = await remote.stdin.read(signal);
    chunk !== undefined;
    chunk = await remote.stdin.read(signal)
  ) {
    container.stdin.push(chunk);
    await Promise.race([container.stdin.room(), main.ended]);
  }
  return !signal.aborted;
}
