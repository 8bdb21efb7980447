// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const shown = ['show env GREETING', 'show env KEPT', 'show cwd', 'show ids', 'show groups', 'show hostname'];

export const execSurroundings: Scenario = {
  id: 'exec.surroundings',
  title: 'a command shows the same environment, directory and user as the program of its container',
  pod: {
    metadata: { name: 'mirror' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box-entrypoint:1',
          command: box(...shown, 'print ready', 'wait'),
          env: [{ name: 'GREETING', value: 'hello from the pod' }],
          workingDir: '/etc',
          securityContext: { runAsUser: 1234, runAsGroup: 2345 },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:main}', cmd: box(...shown), timeout: '60' },
    },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.stop.succeeds', 'exec.sync.same-surroundings'],
};
