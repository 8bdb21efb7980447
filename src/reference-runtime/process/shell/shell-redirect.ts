// SPDX-License-Identifier: Apache-2.0
import { ByteSource } from '../byte-source.js';
import { expandOne } from './shell-expand.js';
import type { ShellState } from './shell-state.js';
import type { Redirection } from './shell-tree.js';
import type { ProcessIo, VirtualProcess } from '../virtual-process.js';

/** Applies redirections left to right; throws if a file cannot be opened. */
export async function redirected(
  state: ShellState,
  redirections: readonly Redirection[],
  io: ProcessIo,
): Promise<ProcessIo> {
  let now = io;
  for (const redirection of redirections) {
    const target = await expandOne(state, redirection.target);
    now =
      redirection.kind === 'duplicate'
        ? duplicate(now, redirection.fd, target)
        : open(state.process, redirection, { target, io: now });
  }
  return now;
}

const duplicate = (io: ProcessIo, fd: 0 | 1 | 2, target: string): ProcessIo => {
  const sink = target === '2' ? io.stderr : io.stdout;
  return fd === 2 ? { ...io, stderr: sink } : { ...io, stdout: sink };
};

function open(
  process: VirtualProcess,
  redirection: Redirection,
  to: { readonly target: string; readonly io: ProcessIo },
): ProcessIo {
  const path = process.path(to.target);
  const actor = process.setup.user;
  if (redirection.kind === 'read') {
    const stdin = new ByteSource();
    stdin.push(process.read(path));
    stdin.close();
    return { ...to.io, stdin };
  }
  const own = ownStream(process, path);
  if (own === undefined)
    process.files.write(path, Buffer.alloc(0), { append: redirection.kind === 'append', actor });
  const sink =
    own ??
    ((bytes: Buffer): void => {
      process.files.write(path, bytes, { append: true, actor });
    });
  return redirection.fd === 2 ? { ...to.io, stderr: sink } : { ...to.io, stdout: sink };
}

/** `/dev/stdout`, `/proc/1/fd/1` and the like write to the log. */
function ownStream(process: VirtualProcess, path: string): ((bytes: Buffer) => void) | undefined {
  if (/^\/dev\/stdout$|^\/proc\/(1|self)\/fd\/1$/.test(path)) return process.setup.io.stdout;
  if (/^\/dev\/stderr$|^\/proc\/(1|self)\/fd\/2$/.test(path)) return process.setup.io.stderr;
  return undefined;
}
