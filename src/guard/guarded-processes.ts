// SPDX-License-Identifier: Apache-2.0
import type { OwnObjects } from './own-objects.js';
import type { PodProcesses } from './pod-processes.js';

/** Kills nothing but processes of objects of ours. */
export function guardedProcesses(processes: PodProcesses, own: OwnObjects): PodProcesses {
  const isOurs = (id: string): boolean => own.isConfirmed('sandbox', id) || own.isConfirmed('container', id);
  return {
    count: (id) => processes.count(id),
    kill: (object) => (isOurs(object.id) && own.isOurUid(object.uid) ? processes.kill(object) : 0),
  };
}
