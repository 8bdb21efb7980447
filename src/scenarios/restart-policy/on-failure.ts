// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const restartPolicyOnFailure: Scenario = {
  id: 'restart-policy.on-failure',
  title: 'a container with restartPolicy OnFailure fails and is recreated, another succeeds',
  pod: {
    metadata: { name: 'stubborn' },
    spec: {
      restartPolicy: 'OnFailure',
      containers: [
        { name: 'done', image: 'registry.test/box:1', command: box('exit 0') },
        { name: 'fails', image: 'registry.test/box:1', command: box('sleep 100ms', 'exit 1') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'done', state: 'exited' },
    { do: 'wait-for-container', container: 'fails', state: 'exited', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.exit-code-true',
    'container.status.later-attempt-later',
    'container.status.reason-fits',
  ],
};
