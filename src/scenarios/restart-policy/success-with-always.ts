// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const restartPolicySuccessWithAlways: Scenario = {
  id: 'restart-policy.success-with-always',
  title: 'a container with restartPolicy Always succeeds and is recreated all the same',
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
};
