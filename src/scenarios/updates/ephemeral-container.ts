// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const updatesEphemeralContainer: Scenario = {
  id: 'updates.ephemeral-container',
  title: 'a user adds a debug container to a running pod and attaches to it',
  since: '1.23',
  pod: {
    metadata: { name: 'examined' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'update-pod',
      change: {
        ephemeralContainers: [
          {
            name: 'debugger',
            image: 'registry.test/box:1',
            command: box('show pid', 'cat /proc/self/stat', 'print hello', 'wait'),
            targetContainerName: 'main',
            stdin: true,
            tty: true,
          },
        ],
      },
    },
    { do: 'wait-for-container', container: 'debugger', state: 'running' },
    { do: 'wait-for-log', container: 'debugger', line: 'hello*' },
    { do: 'capture-log', container: 'debugger' },
    {
      do: 'call',
      rpc: 'Attach',
      request: { container_id: '{container:debugger}', stdin: true, stdout: true, tty: true },
    },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.create.listed-under-sandbox',
    'container.environment.terminal',
    'container.security.process-namespace',
    'container.stop.succeeds',
  ],
};
