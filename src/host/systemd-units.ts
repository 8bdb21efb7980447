// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { safeEnvironment } from '#files/search-path.js';

/** Of a stop: systemd gives what lives in a unit 90 s before it kills. */
const timeout = 120_000;

/** systemd is the init system. */
export function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}

/** Stops units of systemd where that is the init system; whether they are gone is for the caller to see. */
export async function stopUnits(units: readonly string[]): Promise<void> {
  if (units.length === 0 || !hasSystemd()) return;
  await systemctl(['stop', '--', ...units]);
  // One that ended badly stays in the list of units without this.
  await systemctl(['reset-failed', '--', ...units]);
}

function systemctl(args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile('systemctl', args, { timeout, env: safeEnvironment() }, () => {
      resolve();
    });
  });
}
