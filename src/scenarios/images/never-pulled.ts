// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesNeverPulled: Scenario = {
  id: 'images.never-pulled',
  title: 'an absent image has pull policy Never',
  pod: {
    metadata: { name: 'frugal' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/own/never/box:1',
          imagePullPolicy: 'Never',
          command: box('wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-problem', reason: 'ErrImageNeverPull', container: 'main' },
    { do: 'wait-for-calls', rpc: 'ImageStatus', ended: 'ok', count: 2 },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['image.status.absent-ok'],
};
