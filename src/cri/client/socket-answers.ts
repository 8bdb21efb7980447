// SPDX-License-Identifier: Apache-2.0
import { connect } from 'node:net';

/** Whether anybody listens on the unix socket, not just whether its file exists. */
export function socketAnswers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}
