// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const imagesDeletedWhilePulling: Scenario = defineScenario({
  id: 'images.deleted-while-pulling',
  title: 'a pod is deleted while its image is being pulled',
  flows: ['S46'],
  needs: ['container-processes'],
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
});
