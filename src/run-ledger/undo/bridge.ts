// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

export async function removeBridge(name: string): Promise<UndoReport> {
  if (!/^[a-z0-9]{1,15}$/.test(name) || !existsSync(`/sys/class/net/${name}/bridge`)) return nothingToUndo;
  const message = await new Promise<string>((resolve) => {
    execFile('ip', ['link', 'delete', name, 'type', 'bridge'], (error, _, stderr) => {
      resolve(error === null ? '' : stderr.trim() || error.message);
    });
  });
  return message === '' ? removed(`bridge ${name}`) : remains(`bridge ${name}: ${message}`);
}
