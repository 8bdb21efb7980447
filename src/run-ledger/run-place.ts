// SPDX-License-Identifier: Apache-2.0
import type { LedgerHead, RunPlace } from './ledger-entry.js';
import { bootId } from '#host/kernel-facts.js';
import { initialPidNamespace, namespaceId } from '#host/namespaces.js';
import { isAlive, startTicksOf } from '#host/process-identity.js';
import { hostProcessIds } from '#host/processes.js';

/** Empty where there is no /proc. */
export function thisPlace(): RunPlace {
  return { boot: bootId(), processes: namespaceId('pid') };
}

/** Whether the process that wrote the ledger runs. Where nobody here can tell, it does: what is alive must not be swept. */
export function isRunAlive(
  { pid, startTicks, place = thisPlace() }: Pick<LedgerHead, 'pid' | 'startTicks' | 'place'>,
  here: RunPlace = thisPlace(),
  seesAll: boolean = here.processes === initialPidNamespace,
): boolean {
  if (place.boot !== here.boot) return false;
  if (place.processes === here.processes) return isAlive(pid, startTicks);
  return !seesAll || livesElsewhere(place.processes, startTicks);
}

/** Its pid is another one here; the time of its start is the same everywhere. */
function livesElsewhere(processes: string, startTicks: string): boolean {
  const isIt = (pid: number): boolean =>
    startTicksOf(pid) === startTicks && namespaceId('pid', pid) === processes && isAlive(pid, startTicks);
  return hostProcessIds().some(isIt);
}
