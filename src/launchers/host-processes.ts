// SPDX-License-Identifier: Apache-2.0
import type { ObjectOfPod, PodProcesses } from '#guard/pod-processes.js';
import { cgroupTextOf } from '#host/cgroups.js';
import { liveHostProcesses } from '#host/processes.js';

/** Full ids only: nothing but a container's own cgroup is named after one. */
const fullId = /^[0-9a-f]{64}$/;

/** Processes of this host by their cgroup, which bears the id under every driver and hierarchy. */
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
 * `text` is that of a /proc/<pid>/cgroup: `0::/kubepods.slice/…/cri-containerd-<id>.scope`, or a line per v1 hierarchy.
 * crun, and an init inside the container, make cgroups of their own below it. A monitor of CRI-O's is not of it.
 */
export function livesIn(text: string, id: string): boolean {
  const names = text.split(/[\n/]/);
  return names.some((name) => name.includes(id) && !name.includes('conmon'));
}

/** Below the cgroup of the pod with that uid, as every driver spells it, the kernel shows the container with that id. */
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
