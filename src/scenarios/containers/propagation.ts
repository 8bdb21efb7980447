// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

const container = containerByHand('listener', box('wait'));
const listener = { container_id: '{made:listener}' };

export const containersPropagation: Scenario = {
  id: 'containers.propagation',
  title: 'a container asks for a mount that follows what the node mounts in it',
  pod: {
    metadata: { name: 'echo' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'touch', file: 'here' },
    {
      do: 'call',
      rpc: 'CreateContainer',
      request: {
        ...container,
        config: {
          ...(container['config'] as object),
          mounts: [
            { container_path: '/mnt', host_path: '{scratch}', propagation: 'PROPAGATION_HOST_TO_CONTAINER' },
          ],
        },
      },
      as: 'listener',
    },
    { do: 'call', rpc: 'StartContainer', request: listener },
    { do: 'call', rpc: 'ContainerStatus', request: listener },
    { do: 'call', rpc: 'StopContainer', request: { ...listener, timeout: '2' } },
    { do: 'call', rpc: 'RemoveContainer', request: listener },
  ],
  exercises: ['container.status.mounts-as-asked', 'container.stop.succeeds'],
};
