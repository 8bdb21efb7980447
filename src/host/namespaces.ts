// SPDX-License-Identifier: Apache-2.0
import { readlinkSync } from 'node:fs';
import { attemptOr } from '#base/attempt-or.js';

/** `pid:[4026531836]`; empty without such a process, or without /proc. */
export function namespaceId(kind: 'mnt' | 'net' | 'pid', process: number | 'self' = 'self'): string {
  return attemptOr('', () => readlinkSync(`/proc/${process}/ns/${kind}`));
}

/** The initial pid namespace, in which all processes of a machine are visible. */
export const initialPidNamespace: string = 'pid:[4026531836]';
