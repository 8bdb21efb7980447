// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const podEvicted: Scenario = {
  id: 'pod.evicted',
  title: 'the node runs out of a resource, and the kubelet evicts the pod',
  pod: {
    metadata: { name: 'unwanted' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'evict-pod' },
    { do: 'collect-garbage' },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.stop.handler-finishes', 'sandbox.stop.succeeds'],
};
