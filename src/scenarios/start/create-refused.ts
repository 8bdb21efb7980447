// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const startCreateRefused: Scenario = {
  id: 'start.create-refused',
  title: 'a container cannot be created, and the next one starts',
  pod: {
    metadata: { name: 'half' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('wait'),
          securityContext: {
            seccompProfile: { type: 'Localhost', localhostProfile: 'criprobe-unknown-profile.json' },
          },
        },
        { name: 'beside', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    { do: 'wait-for-calls', rpc: 'CreateContainer', ended: 'refused', count: 2 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.signal-exit-code', 'container.stop.succeeds'],
};
