// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const updatesResized: Scenario = {
  id: 'updates.resized',
  title: 'a running container is resized to more CPU and memory, and back',
  since: '1.33',
  pod: {
    metadata: { name: 'elastic' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '100m', memory: '64Mi' } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'update-pod',
      change: {
        containers: {
          main: {
            resources: {
              requests: { cpu: '100m', memory: '16Mi' },
              limits: { cpu: '200m', memory: '128Mi' },
            },
          },
        },
      },
    },
    { do: 'wait-for-calls', rpc: 'UpdateContainerResources', ended: 'any', count: 2 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    {
      do: 'update-pod',
      change: {
        containers: {
          main: {
            resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '100m', memory: '64Mi' } },
          },
        },
      },
    },
    { do: 'wait-for-calls', rpc: 'UpdateContainerResources', ended: 'any', count: 4 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['resources.update.others-kept', 'resources.update.shown', 'resources.update.succeeds'],
};
