// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const jobsExitCodes: Scenario = {
  id: 'jobs.exit-codes',
  title: 'three containers that run once exit with three different codes',
  pod: {
    metadata: { name: 'jobs' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'good', image: 'registry.test/box:1', command: box('print done', 'exit 0') },
        { name: 'bad', image: 'registry.test/box:1', command: box('eprint sorry', 'exit 7') },
        { name: 'killed', image: 'registry.test/box:1', command: box('raise KILL') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'good', state: 'exited' },
    { do: 'wait-for-container', container: 'bad', state: 'exited' },
    { do: 'wait-for-container', container: 'killed', state: 'exited' },
    { do: 'wait-for-phase', phase: 'Failed' },
    { do: 'capture-log', container: 'good' },
    { do: 'capture-log', container: 'bad' },
    { do: 'delete-pod' },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.list.stays-until-removed',
    'container.remove.succeeds',
    'container.status.exit-code-true',
    'container.status.exit-explained',
    'container.status.exit-final',
    'container.status.finished-at-fits',
    'container.status.reason-fits',
    'container.status.times-immutable',
    'container.status.times-ordered',
    'container.status.times-present',
    'log.content.complete-at-exit',
    'log.content.true',
    'log.file.at-path',
  ],
};
