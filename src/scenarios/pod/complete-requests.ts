// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const podCompleteRequests: Scenario = {
  id: 'pod.complete-requests',
  title: 'a pod with labels, an annotation, variables, a port and resources starts: every field is set',
  pod: {
    metadata: { name: 'complete', labels: { app: 'complete' }, annotations: { 'example.test/note': '1' } },
    spec: {
      // A node without SELinux ignores them.
      securityContext: {
        runAsUser: 0,
        runAsGroup: 0,
        seLinuxOptions: { user: 'system_u', role: 'system_r', type: 'container_t', level: 's0:c56,c78' },
      },
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print $(GREETING)', 'show env', 'print ready', 'wait'),
          env: [{ name: 'GREETING', value: 'hi' }],
          ports: [{ containerPort: 8080 }],
          // The only profile that every node admits.
          securityContext: { appArmorProfile: { type: 'Unconfined' } },
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.environment.variables',
    'container.status.annotations-unchanged',
    'container.status.labels-unchanged',
    'container.status.mounts-as-asked',
    'container.status.resources-as-asked',
    'log.content.true',
    'sandbox.status.annotations-unchanged',
    'sandbox.status.containers-agree',
    'sandbox.status.labels-unchanged',
  ],
};
