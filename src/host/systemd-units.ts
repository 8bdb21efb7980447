// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { safeEnvironment } from '#files/search-path.js';

/** For a stop: systemd waits 90 s before it kills the processes of a unit. */
const timeout = 120_000;

/** systemd is the init system. */
export function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}

/** Stops systemd units, if systemd is the init system; the caller checks whether they are gone. */
export async function stopUnits(units: readonly string[]): Promise<void> {
  if (units.length === 0 || !hasSystemd()) return;
  await systemctl(['stop', '--', ...units]);
  // Otherwise a failed unit stays loaded.
  await systemctl(['reset-failed', '--', ...units]);
}

function systemctl(args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile('systemctl', args, { timeout, env: safeEnvironment() }, () => {
      resolve();
    });
  });
}
