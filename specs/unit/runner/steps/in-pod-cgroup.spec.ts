// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { inPodCgroup } from '#runner/steps/in-pod-cgroup.js';
import { linuxOfTrial } from '#app/target/preflight/trial-pod.js';

const metadata = { name: 'p', uid: 'a-1' };
const parentOf = (uid: string): string => `/pods/${uid}`;

it.each([
  [
    'RunPodSandbox',
    { config: { metadata, linux: { sysctls: {} } }, runtime_handler: 'x' },
    { config: { metadata, linux: { cgroup_parent: '/pods/a-1', sysctls: {} } }, runtime_handler: 'x' },
  ],
  [
    'CreateContainer',
    { pod_sandbox_id: '1', config: { linux: {} }, sandbox_config: { metadata } },
    {
      pod_sandbox_id: '1',
      config: { linux: {} },
      sandbox_config: { metadata, linux: { cgroup_parent: '/pods/a-1' } },
    },
  ],
  [
    'RunPodSandbox',
    { config: { metadata, linux: { cgroup_parent: '/own' } } },
    { config: { metadata, linux: { cgroup_parent: '/own' } } },
  ],
  ['RunPodSandbox', { config: {} }, { config: {} }],
  ['CreateContainer', { pod_sandbox_id: '1' }, { pod_sandbox_id: '1' }],
  ['StopContainer', { config: { metadata } }, { config: { metadata } }],
])('%s by hand: %j', (rpc, request, sent) => {
  expect(inPodCgroup(rpc, request, parentOf)).toEqual(sent);
});

it('sends nothing where the runtime decides', () => {
  const request = { config: { metadata } };
  expect(inPodCgroup('RunPodSandbox', request, () => '')).toEqual(request);
});

it.each([
  [null, {}],
  [
    { root: '', driver: 'systemd' },
    { cgroup_parent: '/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-poda_1.slice' },
  ],
] as const)('the trial pod under %j', (podCgroups, linux) => {
  expect(linuxOfTrial('a-1', podCgroups)).toEqual(linux);
});
