// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { safeEnvironment } from '#files/search-path.js';
import { nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

const interfaces = '/sys/class/net';
/** As launchers name those of their pods. */
export const bridgePrefix: string = 'crip';

export function bridgesOfOthers(): readonly string[] {
  const isBridge = (name: string): boolean => existsSync(join(interfaces, name, 'bridge'));
  return readdirSync(interfaces).filter((name) => isBridge(name) && !name.startsWith(bridgePrefix));
}

export async function removeBridge(name: string): Promise<UndoReport> {
  if (!/^[a-z0-9]{1,15}$/.test(name) || !existsSync(join(interfaces, name, 'bridge'))) return nothingToUndo;
  const message = await new Promise<string>((resolve) => {
    const args = ['link', 'delete', name, 'type', 'bridge'];
    execFile('ip', args, { env: safeEnvironment() }, (error, _, stderr) => {
      resolve(error === null ? '' : stderr.trim() || error.message);
    });
  });
  return message === '' ? removed(`bridge ${name}`) : remains(`bridge ${name}: ${message}`);
}
