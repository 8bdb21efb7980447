// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { LedgerHead, RunPlace } from './ledger-entry.js';
import { isAlive, startTicksOf } from '#host/process-identity.js';

/** Empty where there is no /proc. */
export function thisPlace(): RunPlace {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  return { boot, processes: namespaceOf('self') };
}

/** The first one, in which all processes of a machine are seen. */
const initial = 'pid:[4026531836]';

/** Whether the process that wrote the ledger runs. Where nobody here can tell, it does: what is alive must not be swept. */
export function isRunAlive(
  { pid, startTicks, place = thisPlace() }: Pick<LedgerHead, 'pid' | 'startTicks' | 'place'>,
  here: RunPlace = thisPlace(),
  seesAll: boolean = here.processes === initial,
): boolean {
  if (place.boot !== here.boot) return false;
  if (place.processes === here.processes) return isAlive(pid, startTicks);
  return !seesAll || livesElsewhere(place.processes, startTicks);
}

/** Its pid is another one here; the time of its start is the same everywhere. */
function livesElsewhere(processes: string, startTicks: string): boolean {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.some(
    (pid) => startTicksOf(pid) === startTicks && namespaceOf(pid) === processes && isAlive(pid, startTicks),
  );
}

function namespaceOf(process: number | 'self'): string {
  return attempt(() => readlinkSync(`/proc/${process}/ns/pid`));
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
