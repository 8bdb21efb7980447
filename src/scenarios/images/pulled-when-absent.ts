// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesPulledWhenAbsent: Scenario = {
  id: 'images.pulled-when-absent',
  title: 'an image that is not on the node is pulled before its container is created',
  pod: {
    metadata: { name: 'thirsty' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/own/absent/box:1',
          imagePullPolicy: 'IfNotPresent',
          command: box('print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: 'registry.test/own/absent/box:1' } } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['image.pull.present-at-once', 'image.pull.ref-known', 'image.status.absent-ok'],
};
