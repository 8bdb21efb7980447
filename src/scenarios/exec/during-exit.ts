// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { CallTogether } from '../step.js';

const main = { container_id: '{container:main}' };

/** It is still being executed when its container ends. */
const command: CallTogether = {
  rpc: 'ExecSync',
  request: { ...main, cmd: box('sleep 20s'), timeout: '20' },
};

export const execDuringExit: Scenario = {
  id: 'exec.during-exit',
  title: 'a container ends by itself while many commands are executed in it',
  waitsMs: 4000,
  pod: {
    metadata: { name: 'deserted' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('print up', 'sleep 3s', 'exit 6') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'up' },
    { do: 'calls-together', calls: Array.from({ length: 8 }, () => command) },
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['container.status.exit-code-true', 'container.status.exit-noticed'],
};
