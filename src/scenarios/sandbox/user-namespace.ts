// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxUserNamespace: Scenario = {
  id: 'sandbox.user-namespace',
  title: 'a pod has its own user namespace',
  needs: ['user-namespaces'],
  since: '1.33',
  pod: {
    metadata: { name: 'own-users' },
    spec: {
      hostUsers: false,
      volumes: [{ name: 'shared', emptyDir: {} }],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box(
            'put /shared/mark yes',
            'show ids',
            'cat /proc/self/uid_map',
            'print ==',
            'cat /proc/self/gid_map',
            'print ready',
            'wait',
          ),
          volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.security.user-namespace',
    'container.stop.succeeds',
    'runtime.status.features-true',
    'sandbox.run.ready-at-once',
  ],
};
