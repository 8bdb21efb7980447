// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesDeletedWhilePulling: Scenario = {
  id: 'images.deleted-while-pulling',
  title: 'a pod is deleted while its image is being pulled',
  waitsMs: 2600,
  pod: {
    metadata: { name: 'impatient' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/deleted/faults/slow/box:1',
          command: box('print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'PullImage', ended: 'begun', count: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.stop.succeeds', 'image.pull.present-at-once', 'sandbox.remove.gone'],
};
