// SPDX-License-Identifier: Apache-2.0
import type { NodeFiles } from '../context/node-files.js';

type Asked = Pick<NodeFiles, 'askedLogs'>;

/** Before the container is asked for: a runtime may write there and name it from now on. */
export function askForLog({ askedLogs }: Asked, directory = '', logPath = ''): void {
  if (directory !== '' && logPath !== '') askedLogs.add(tidy(`${directory}/${logPath}`));
}

/** Whether a path that a runtime names is where we asked it to write a log. */
export function isAskedLog({ askedLogs }: Asked, path: string): boolean {
  return askedLogs.has(tidy(path));
}

const tidy = (path: string): string => path.replace(/\/+/g, '/');
