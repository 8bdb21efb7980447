// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const eventsWatch: Scenario = {
  id: 'events.watch',
  title: 'a client watches the events of a pod from its start to its end',
  waitsMs: 3700,
  pod: {
    metadata: { name: 'watched' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('sleep 1500ms', 'print done') },
        { name: 'brief', image: 'registry.test/box:1', command: box('exit 7') },
      ],
    },
  },
  steps: [
    { do: 'watch-events' },
    { do: 'wait-for-container', container: 'main', state: 'exited' },
    { do: 'wait-for-event', type: 'CONTAINER_STOPPED_EVENT', container: 'main' },
    { do: 'wait-for-event', type: 'CONTAINER_STOPPED_EVENT', container: 'brief' },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
    { do: 'wait-for-event', type: 'CONTAINER_DELETED_EVENT', container: 'main' },
    { do: 'wait-for-event', type: 'CONTAINER_DELETED_EVENT' },
    // For what is not waited for: the events of the sandbox.
    { do: 'let-time-pass', ms: 1100 },
  ],
  exercises: [
    'events.life.complete',
    'events.life.of-sandbox',
    'events.order.once',
    'events.payload.agrees',
    'events.payload.all-containers',
    'events.payload.sandbox-metadata',
    'events.payload.state-forward',
    'events.payload.times',
  ],
};
