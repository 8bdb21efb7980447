// SPDX-License-Identifier: Apache-2.0
import { cgroupTextOf } from '#host/cgroups.js';
import { hostProcessIds } from '#host/processes.js';
import { noteOfId } from './other-ids.js';

/**
 * The containers and sandboxes whose processes live on this node: their cgroups bear the ids under every driver.
 * A runtime can hide an object from its lists, but not from the kernel.
 */
export function othersOnNode(proc = '/proc'): readonly string[] {
  const ids = hostProcessIds(proc).flatMap((pid) => cgroupTextOf(pid, proc).match(/[0-9a-f]{64}/g) ?? []);
  return [...new Set(ids)].map(noteOfId);
}
