// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopForced: Scenario = {
  id: 'stop.forced',
  title: 'a pod is force-deleted, and the kubelet uses the grace period of its manifest',
  pod: {
    metadata: { name: 'disowned' },
    spec: {
      terminationGracePeriodSeconds: 10,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0 after 300ms', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 0 },
  ],
  exercises: ['container.stop.grace-kept', 'container.stop.handler-finishes'],
};
