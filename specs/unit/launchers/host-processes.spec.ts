// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { hostProcesses, livesIn } from '#launchers/host-processes.js';

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
  expect(['', '/', 'a', 'init.scope'].map((name) => hostProcesses.kill(name))).toEqual([0, 0, 0, 0]);
  expect(hostProcesses.count(id)).toBe(0);
});
