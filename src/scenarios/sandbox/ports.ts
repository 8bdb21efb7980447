// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxPorts: Scenario = {
  id: 'sandbox.ports',
  title: 'ports of a pod are reached through ports of the node, those of a sidecar are not',
  needs: ['pod-network'],
  since: '1.29',
  pod: {
    metadata: { name: 'harbour' },
    spec: {
      initContainers: [
        {
          name: 'proxy',
          image: 'registry.test/box:1',
          command: box('wait'),
          restartPolicy: 'Always',
          ports: [{ containerPort: 9000 }],
        },
      ],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('listen tcp 8080', 'print ready', 'wait'),
          ports: [
            { containerPort: 8080, hostPort: 43917, hostIP: '127.0.0.1' },
            { containerPort: 53, protocol: 'UDP' },
          ],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.run.ready-at-once'],
};
