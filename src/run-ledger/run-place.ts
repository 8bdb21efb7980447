// SPDX-License-Identifier: Apache-2.0
import type { LedgerHead, RunPlace } from './ledger-entry.js';
import { bootId } from '#host/kernel-facts.js';
import { initialPidNamespace, namespaceId } from '#host/namespaces.js';
import { isAlive, startTicksOf } from '#host/process-identity.js';
import { hostProcessIds } from '#host/processes.js';

/** Empty without /proc. */
export function thisPlace(): RunPlace {
  return { boot: bootId(), processes: namespaceId('pid') };
}

/**
 * Whether the process that wrote the ledger is alive. If we cannot tell, it is: a live run must not be swept.
 */
export function isRunAlive(
  { pid, startTicks, place = thisPlace() }: Pick<LedgerHead, 'pid' | 'startTicks' | 'place'>,
  here: RunPlace = thisPlace(),
  seesAll: boolean = here.processes === initialPidNamespace,
): boolean {
  if (place.boot !== here.boot) return false;
  if (place.processes === here.processes) return isAlive(pid, startTicks);
  return !seesAll || livesElsewhere(place.processes, startTicks);
}

/** It has another pid here; its start time is the same everywhere. */
function livesElsewhere(processes: string, startTicks: string): boolean {
  const isIt = (pid: number): boolean =>
    startTicksOf(pid) === startTicks && namespaceId('pid', pid) === processes && isAlive(pid, startTicks);
  return hostProcessIds().some(isIt);
}
