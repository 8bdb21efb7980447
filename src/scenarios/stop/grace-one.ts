// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopGraceOne: Scenario = {
  id: 'stop.grace-one',
  title: 'a pod is deleted with a grace period of one second, which the kubelet raises to two',
  pod: {
    metadata: { name: 'hurried' },
    spec: {
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
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['container.stop.grace-kept', 'container.stop.handler-finishes', 'log.content.appears'],
};
