// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const insideStrictGroups: Scenario = {
  id: 'inside.strict-groups',
  title: 'a pod gets the supplemental groups that it names, and none of its image',
  needs: ['supplemental-groups-policy'],
  since: '1.31',
  pod: {
    metadata: { name: 'strict' },
    spec: {
      securityContext: { supplementalGroups: [4001], supplementalGroupsPolicy: 'Strict' },
      containers: [
        {
          name: 'named',
          image: 'registry.test/box-username:1',
          command: box('show ids', 'show groups', 'print ready', 'wait'),
        },
        {
          name: 'numbered',
          image: 'registry.test/box:1',
          command: box('show ids', 'show groups', 'print ready', 'wait'),
          securityContext: { runAsUser: 1000 },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'named', line: 'ready' },
    { do: 'wait-for-log', container: 'numbered', line: 'ready' },
    { do: 'capture-log', container: 'named' },
    { do: 'capture-log', container: 'numbered' },
    { do: 'call', rpc: 'Status', request: {} },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.security.user', 'runtime.status.features-true'],
};
