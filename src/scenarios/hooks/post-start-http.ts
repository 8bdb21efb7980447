// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const hooksPostStartHttp: Scenario = {
  id: 'hooks.post-start-http',
  title: 'a post-start hook calls a port of the pod where nothing listens',
  needs: ['pod-network'],
  pod: {
    metadata: { name: 'knocking' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 5,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('wait'),
          ports: [{ name: 'web', containerPort: 8080 }],
          lifecycle: { postStart: { httpGet: { path: '/up', port: 'web' } } },
        },
      ],
    },
  },
  steps: [{ do: 'wait-for-phase', phase: 'Failed' }, { do: 'delete-pod' }],
  exercises: ['container.stop.exited-on-return', 'container.stop.succeeds'],
};
