// SPDX-License-Identifier: Apache-2.0
import { connect } from 'node:net';

/** Whether somebody listens on the unix socket; a file that a dead server left is nobody. */
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
