// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const restartPolicySuccessWithAlways: Scenario = defineScenario({
  id: 'restart-policy.success-with-always',
  title: 'a container that always runs ends well and is made again all the same',
  flows: ['S25'],
  needs: ['container-processes'],
  pod: {
    metadata: { name: 'tireless' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print done', 'exit 0') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'exited', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.status.exit-code-true', 'container.status.later-attempt-later'],
});
