// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesPulledAlways: Scenario = {
  id: 'images.pulled-always',
  title: 'an image with pull policy Always is pulled at every start of its container',
  pod: {
    metadata: { name: 'mistrustful' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:latest',
          imagePullPolicy: 'Always',
          command: box('print again', 'exit 1'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited', restarts: 1 },
    { do: 'wait-for-calls', rpc: 'PullImage', ended: 'ok', count: 2 },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'container.status.later-attempt-later',
    'image.pull.asks-registry',
    'image.pull.present-at-once',
    'image.pull.succeeds',
  ],
};
