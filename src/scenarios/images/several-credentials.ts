// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesSeveralCredentials: Scenario = {
  id: 'images.several-credentials',
  title: 'an image is pulled with the second of two secrets',
  pullSecrets: [
    { name: 'wrong', username: 'stranger', password: 'a-guess' },
    { name: 'right', username: 'box', password: 'let-me-in' },
  ],
  pod: {
    metadata: { name: 'two-keys' },
    spec: {
      imagePullSecrets: [{ name: 'wrong' }, { name: 'right' }],
      containers: [
        {
          name: 'main',
          image: 'registry.test/secrets/private/box:1',
          command: box('print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['image.pull.present-at-once', 'image.status.absent-ok'],
};
