// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const image = 'registry.test/own/in-use/box:1';
const read: Step = { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } };

export const imagesRemovedInUse: Scenario = {
  id: 'images.removed-in-use',
  title: 'the image of a running container is removed, and the container is read and used',
  pod: {
    metadata: { name: 'tenant' },
    spec: { containers: [{ name: 'main', image, command: box('print ready', 'wait') }] },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    read,
    { do: 'call', rpc: 'ImageStatus', request: { image: { image } } },
    { do: 'call', rpc: 'RemoveImage', request: { image: { image } } },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image } } },
    read,
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:main}', cmd: box('print still here'), timeout: '60' },
    },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    read,
    { do: 'resume-kubelet' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.succeeds', 'exec.sync.exit-code', 'image.remove.in-use-harmless'],
};
