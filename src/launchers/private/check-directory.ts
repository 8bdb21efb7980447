// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Failure } from '#base/failure.js';

/** The kernel's limit for the path of a unix socket, without the terminating NUL. */
const socketPathLimit = 107;

/** Throws a Failure if a runtime cannot be launched in the directory; `socket` is its longest socket path. */
export function checkDirectory(directory: string, socket: string): void {
  if (!isAbsolute(directory) || Buffer.byteLength(socket) > socketPathLimit)
    throw new Failure('E-LAUNCH-SOCKET-PATH', `${directory} cannot hold a runtime's socket.`, {
      seen: `${socket} has ${Buffer.byteLength(socket)} bytes; a socket's path may have at most ${socketPathLimit}`,
      fix: 'use a shorter directory: CRIPROBE_STATE=/run/criprobe',
    });
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Failure(
      'E-LAUNCH-DIRECTORY',
      `${directory} is not empty, and a private runtime deletes its directory.`,
      {
        seen: readdirSync(directory).slice(0, 5).join(', '),
        fix: 'name a directory that does not exist yet',
      },
    );
}
