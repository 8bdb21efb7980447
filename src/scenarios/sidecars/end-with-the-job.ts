// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sidecarsEndWithTheJob: Scenario = {
  id: 'sidecars.end-with-the-job',
  title: 'a job completes and its sidecar is stopped',
  since: '1.29',
  pod: {
    metadata: { name: 'escorted-job' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 5,
      initContainers: [
        {
          name: 'proxy',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0', 'print ready', 'wait'),
          restartPolicy: 'Always',
        },
      ],
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('sleep 300ms', 'print done') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'proxy', line: 'ready' },
    { do: 'wait-for-phase', phase: 'Succeeded' },
    { do: 'wait-for-termination' },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.status.exit-code-true', 'container.stop.handler-finishes'],
};
