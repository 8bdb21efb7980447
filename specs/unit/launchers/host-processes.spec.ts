// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { hostProcesses, isOfPod, livesIn } from '#launchers/host-processes.js';

const id = 'ab'.repeat(32);

it.each([
  ['v1, cgroupfs', `12:pids:/kubepods/pod7/${id}\n1:name=systemd:/kubepods/pod7/${id}\n`, true],
  ['v2, systemd, containerd', `0::/kubepods.slice/kubepods-pod7.slice/cri-containerd-${id}.scope\n`, true],
  ['v2, systemd, CRI-O', `0::/kubepods.slice/crio-${id}.scope\n`, true],
  ['seen from another cgroup namespace', `0::/../../kubepods/pod7/${id}\n`, true],
  ["CRI-O's monitor of it", `0::/kubepods.slice/crio-conmon-${id}.scope\n`, false],
  ['another container', `0::/kubepods/pod7/${'cd'.repeat(32)}\n`, false],
  [
    'below crun’s scope',
    `0::/kubepods.slice/kubepods-pod7.slice/cri-containerd-${id}.scope/container\n`,
    true,
  ],
  ['hybrid', `5:memory:/kubepods/pod7/${id}\n0::/kubepods/pod7/${id}\n`, true],
  ['hybrid without controllers in the unified part', `5:memory:/k8s.io/${id}\n0::/\n`, true],
  ['nothing', '', false],
])('finds a process by its cgroup: %s', (_, text, lives) => {
  expect(livesIn(text, id)).toBe(lives);
});

it('takes nothing but a full id for one', () => {
  const names = ['', '/', 'a', 'init.scope'];
  expect(names.map((name) => hostProcesses.kill({ id: name, uid: '7' }))).toEqual([0, 0, 0, 0]);
  expect(hostProcesses.count(id)).toBe(0);
});

const uid = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const dashless = uid.replaceAll('-', '_');

it.each([
  ['cgroupfs', `12:pids:/criprobe-a1/kubepods/besteffort/pod${uid}/${id}\n`, true],
  ['systemd', `0::/kubepods.slice/kubepods-pod${dashless}.slice/cri-containerd-${id}.scope\n`, true],
  ['systemd, burstable', `0::/a/kubepods-burstable-pod${dashless}.slice/crio-${id}.scope/container\n`, true],
  ['no cgroup of its pod', `12:pids:/k8s.io/${id}\n`, false],
  ['another pod', `0::/kubepods/pod${uid.replace('1', '2')}/${id}\n`, false],
  ['a pod whose uid only ends like ours', `0::/kubepods/podx${uid}/${id}\n`, false],
  ['the pod below the container', `0::/${id}/pod${uid}\n`, false],
  ['another container of the pod', `0::/kubepods/pod${uid}/${'cd'.repeat(32)}\n`, false],
])('kills a process only below the cgroup of its pod: %s', (_, text, isOurs) => {
  expect(isOfPod(text, { id, uid })).toBe(isOurs);
});
