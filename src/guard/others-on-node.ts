// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteOfId } from './other-ids.js';

/**
 * The containers and sandboxes whose processes live on this node: their cgroups bear the ids under every driver.
 * A runtime can hide an object from its lists, but not from the kernel.
 */
export function othersOnNode(proc = '/proc'): readonly string[] {
  const ids = pidsIn(proc).flatMap((pid) => cgroupsOf(join(proc, pid)).match(/[0-9a-f]{64}/g) ?? []);
  return [...new Set(ids)].map(noteOfId);
}

function pidsIn(proc: string): readonly string[] {
  try {
    return readdirSync(proc).filter((name) => /^[0-9]+$/.test(name));
  } catch {
    return [];
  }
}

function cgroupsOf(process: string): string {
  try {
    return readFileSync(join(process, 'cgroup'), 'utf8');
  } catch {
    // It has just ended, or is not ours to see.
    return '';
  }
}
