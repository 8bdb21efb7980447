// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

/** Copied into the pod by the API server. */
const overhead = { cpu: '20m', memory: '8Mi' };

export const sandboxRuntimeClass: Scenario = {
  id: 'sandbox.runtime-class',
  title: 'a pod with a RuntimeClass, and its overhead, runs and is resized',
  needs: ['named-handler'],
  since: '1.33',
  objects: {
    runtimeClasses: [{ metadata: { name: 'named' }, handler: '{handler}', overhead: { podFixed: overhead } }],
  },
  pod: {
    metadata: { name: 'classy' },
    spec: {
      runtimeClassName: 'named',
      overhead,
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
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    {
      do: 'update-pod',
      change: {
        containers: {
          main: {
            resources: { requests: { cpu: '80m', memory: '16Mi' }, limits: { cpu: '150m', memory: '96Mi' } },
          },
        },
      },
    },
    { do: 'wait-for-calls', rpc: 'UpdateContainerResources', ended: 'any', count: 2 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.stop.succeeds',
    'resources.update.others-kept',
    'resources.update.shown',
    'resources.update.succeeds',
    'sandbox.run.succeeds',
    'sandbox.status.handler-as-asked',
  ],
};
