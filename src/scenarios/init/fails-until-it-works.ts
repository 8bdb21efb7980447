// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const initFailsUntilItWorks: Scenario = {
  id: 'init.fails-until-it-works',
  title: 'an init container fails twice and is recreated until it succeeds',
  pod: {
    metadata: { name: 'persistent' },
    spec: {
      restartPolicy: 'OnFailure',
      volumes: [{ name: 'count', emptyDir: {} }],
      initContainers: [
        {
          name: 'prepare',
          image: 'registry.test/box:1',
          command: box('times /count/failures 2 exit 1', 'print prepared'),
          volumeMounts: [{ name: 'count', mountPath: '/count' }],
        },
      ],
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'prepare', state: 'exited', restarts: 2 },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: ['container.status.later-attempt-later', 'container.stop.succeeds'],
};
