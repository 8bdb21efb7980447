// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxHostNetwork: Scenario = {
  id: 'sandbox.host-network',
  title: 'a pod runs in the network of its node',
  pod: {
    metadata: { name: 'neighbour' },
    spec: {
      hostNetwork: true,
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: [
    'sandbox.run.ready-at-once',
    'sandbox.status.network-mode',
    'sandbox.stop.not-ready-and-listed',
  ],
};
