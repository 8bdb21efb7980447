// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { safeEnvironment } from '#files/search-path.js';
import { textOfFile } from '#files/text-of-file.js';

const interfaces = '/sys/class/net';

/** Whether this machine forwards packets; '0' or '1'. */
export const ipForward = '/proc/sys/net/ipv4/ip_forward';

export function bridges(): string[] {
  return readdirSync(interfaces).filter(isBridge);
}

export function isBridge(name: string): boolean {
  return existsSync(join(interfaces, name, 'bridge'));
}

/** Returns why it failed; undefined: the bridge is gone. */
export function deleteBridge(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const args = ['link', 'delete', name, 'type', 'bridge'];
    execFile('ip', args, { env: safeEnvironment() }, (error, _, stderr) => {
      resolve(error === null ? undefined : stderr.trim() || error.message);
    });
  });
}

/** The kernel's routing table, as text. */
export function routes(): string {
  return textOfFile('/proc/net/route');
}
