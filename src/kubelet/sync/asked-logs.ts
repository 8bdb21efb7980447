// SPDX-License-Identifier: Apache-2.0
import type { NodeFiles } from '../context/node-files.js';

type AskedLogs = Pick<NodeFiles, 'askedLogs'>;

/** Remembers the log path of a container before it is created: from then on the runtime may write there. */
export function askForLog({ askedLogs }: AskedLogs, directory = '', logPath = ''): void {
  if (directory !== '' && logPath !== '') askedLogs.add(tidy(`${directory}/${logPath}`));
}

/** Whether we asked a runtime to write a log at this path. */
export function isAskedLog({ askedLogs }: AskedLogs, path: string): boolean {
  return askedLogs.has(tidy(path));
}

const tidy = (path: string): string => path.replace(/\/+/g, '/');
