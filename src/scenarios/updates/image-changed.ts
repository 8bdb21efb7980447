// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const updatesImageChanged: Scenario = {
  id: 'updates.image-changed',
  title: 'the image of a running container is changed, and the container is recreated',
  pod: {
    metadata: { name: 'renewed' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 5,
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'update-pod', change: { containers: { main: { image: 'registry.test/box:2' } } } },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.image-id',
    'container.status.later-attempt-later',
    'container.stop.exited-on-return',
  ],
};
