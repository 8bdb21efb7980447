// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const jobsOneAfterTheOther: Scenario = {
  id: 'jobs.one-after-the-other',
  title: 'the two containers of a job exit one after the other, and the job is complete',
  pod: {
    metadata: { name: 'relay' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'first', image: 'registry.test/box:1', command: box('sleep 100ms', 'print done') },
        { name: 'second', image: 'registry.test/box:1', command: box('sleep 600ms', 'print done') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'first', state: 'exited' },
    { do: 'wait-for-phase', phase: 'Succeeded' },
    { do: 'wait-for-termination' },
    { do: 'capture-log', container: 'first' },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.exit-code-true',
    'log.content.complete-at-exit',
    'sandbox.stop.not-ready-and-listed',
  ],
};
