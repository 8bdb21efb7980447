// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const eventsWatch: Scenario = {
  id: 'events.watch',
  title: 'a client watches the events of a pod from its start to its end',
  pod: {
    metadata: { name: 'watched' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('sleep 1500ms', 'print done') },
      ],
    },
  },
  steps: [
    { do: 'watch-events' },
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
  ],
  exercises: ['events.life.complete', 'events.order.once', 'events.payload.sandbox-metadata'],
};
