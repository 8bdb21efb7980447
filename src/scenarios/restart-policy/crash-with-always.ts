// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const restartPolicyCrashWithAlways: Scenario = {
  id: 'restart-policy.crash-with-always',
  title: 'a container with restartPolicy Always crashes and is recreated',
  pod: {
    metadata: { name: 'crasher' },
    spec: {
      restartPolicy: 'Always',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print again', 'exit 4') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited', restarts: 1 },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'container.status.exit-code-true',
    'container.status.later-attempt-later',
    'container.status.metadata-unchanged',
    'log.content.true',
    'log.file.at-path',
  ],
};
