// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sidecarsStopOrder: Scenario = {
  id: 'sidecars.stop-order',
  title: 'a pod with two sidecars is deleted: they stop after the main containers, in reverse order',
  since: '1.29',
  pod: {
    metadata: { name: 'convoy' },
    spec: {
      initContainers: [
        {
          name: 'outer',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0', 'print ready', 'wait'),
          restartPolicy: 'Always',
        },
        {
          name: 'inner',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0 after 100ms', 'print ready', 'wait'),
          restartPolicy: 'Always',
        },
      ],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0 after 400ms', 'print ready', 'wait'),
        },
        {
          name: 'helper',
          image: 'registry.test/box:1',
          command: box('on TERM exit 0 after 200ms', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'outer', line: 'ready' },
    { do: 'wait-for-log', container: 'inner', line: 'ready' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'helper', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 10 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.stop.grace-kept', 'container.stop.handler-finishes', 'sandbox.remove.gone'],
};
