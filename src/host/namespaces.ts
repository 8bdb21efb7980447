// SPDX-License-Identifier: Apache-2.0
import { readlinkSync } from 'node:fs';
import { attemptOr } from '#base/attempt-or.js';

/** `pid:[4026531836]`; empty where there is no such process, or no /proc. */
export function namespaceId(kind: 'mnt' | 'net' | 'pid', process: number | 'self' = 'self'): string {
  return attemptOr('', () => readlinkSync(`/proc/${process}/ns/${kind}`));
}

/** The first namespace of processes, in which all those of a machine are seen. */
export const initialPidNamespace: string = 'pid:[4026531836]';
