// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesPullRecovers: Scenario = {
  id: 'images.pull-recovers',
  title: 'a registry fails at first, the kubelet backs off, and the pull works later',
  waitsMs: 3000,
  pod: {
    metadata: { name: 'patient' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/recovers/faults/404x2/box:1',
          command: box('print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'PullImage', ended: 'refused', count: 1 },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['image.pull.present-at-once', 'image.status.absent-ok'],
};
