// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { namespaceOptions } from '#kubelet/config/sandbox/namespaces.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod, PodSpec } from '#pod/pod.js';

const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'a', image: 'x' }], securityContext: {}, ...spec },
});

it.each<readonly [string, Partial<PodSpec>, object, object]>([
  ['1.37', {}, {}, { pid: 'CONTAINER', userns_options: { mode: 'NODE' } }],
  ['1.32', {}, {}, { pid: 'CONTAINER' }],
  [
    '1.32',
    { hostNetwork: true, hostIPC: true, hostPID: true },
    {},
    { network: 'NODE', ipc: 'NODE', pid: 'NODE' },
  ],
  ['1.32', { shareProcessNamespace: true }, {}, {}],
  ['1.32', {}, { targetId: 'c' }, { pid: 'TARGET', target_id: 'c' }],
  ['1.32', { shareProcessNamespace: true }, { targetId: 'c' }, {}],
  ['1.32', { hostPID: true }, { targetId: 'c' }, { pid: 'NODE' }],
  [
    '1.37',
    {},
    { userNamespace: { hostId: 65_536, length: 65_536 } },
    {
      pid: 'CONTAINER',
      userns_options: {
        uids: [{ host_id: 65_536, length: 65_536 }],
        gids: [{ host_id: 65_536, length: 65_536 }],
      },
    },
  ],
])('the namespaces, kubelet %s, %j, %j', (...[version, spec, more, expected]) => {
  expect(namespaceOptions({ pod: podOf(spec), traits: traitsOf(version), ...more })).toEqual(expected);
});
