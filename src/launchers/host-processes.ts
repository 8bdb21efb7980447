// SPDX-License-Identifier: Apache-2.0
import type { ObjectOfPod, PodProcesses } from '#guard/pod-processes.js';
import { cgroupTextOf } from '#host/cgroups.js';
import { liveHostProcesses } from '#host/processes.js';

/** Only a container's own cgroup is named after a full id. */
const fullId = /^[0-9a-f]{64}$/;

/** Processes of this host by their cgroup, whose name contains the id with every driver and hierarchy. */
export const hostProcesses: PodProcesses = {
  count: (id) => pidsOf(id).length,
  kill: (object) => {
    const pids = pidsOf(object.id).filter((pid) => isOfPod(cgroupTextOf(pid), object));
    for (const pid of pids) killed(pid);
    return pids.length;
  },
};

function pidsOf(id: string): number[] {
  return fullId.test(id) ? liveHostProcesses().filter((pid) => livesIn(cgroupTextOf(pid), id)) : [];
}

/**
 * `text` is the content of /proc/<pid>/cgroup: `0::/kubepods.slice/…/cri-containerd-<id>.scope`, or one line
 * per v1 hierarchy. crun, and an init inside the container, create cgroups below it. A monitor of CRI-O is
 * not part of the container.
 */
export function livesIn(text: string, id: string): boolean {
  const names = text.split(/[\n/]/);
  return names.some((name) => name.includes(id) && !name.includes('conmon'));
}

/** The container's cgroup is below that of the pod with that uid, in the spelling of any driver. */
export function isOfPod(text: string, { id, uid }: ObjectOfPod): boolean {
  const ofPod = [`pod${uid}`, `pod${uid.replaceAll('-', '_')}.slice`];
  return text.split('\n').some((path) => {
    const names = path.split('/');
    const at = names.findIndex((name) => ofPod.some((pod) => name === pod || name.endsWith(`-${pod}`)));
    return at >= 0 && livesIn(names.slice(at + 1).join('/'), id);
  });
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
