// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const restartPolicyAllContainers: Scenario = {
  id: 'restart-policy.all-containers',
  title: 'a container exits with a code that restarts all containers of the pod',
  since: '1.36',
  pod: {
    metadata: { name: 'all-over' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 5,
      initContainers: [{ name: 'prepare', image: 'registry.test/box:1', command: box('print prepared') }],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'await /tmp/leave', 'exit 42'),
          restartPolicy: 'Never',
          restartPolicyRules: [
            { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } },
          ],
        },
        { name: 'beside', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:main}', cmd: box('put /tmp/leave yes') },
    },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'wait-for-container', container: 'beside', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.remove.gone', 'container.status.later-attempt-later'],
};
