// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPostStartHangs: Scenario = {
  id: 'hooks.post-start-hangs',
  title: 'a post-start hook hangs: a deletion must wait until something else ends the container',
  waitsMs: 2300,
  pod: {
    metadata: { name: 'stalled' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          lifecycle: { postStart: { exec: { command: box('sleep 60s') } } },
        },
        { name: 'beside', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-calls', rpc: 'ExecSync', ended: 'begun', count: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2, wait: 'no' },
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{container:main}', timeout: '2' } },
    { do: 'wait-for-termination' },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.stop.succeeds'],
};
