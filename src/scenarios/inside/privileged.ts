// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const looks = box('show ids', 'show caps', 'show pid', 'show hostname', 'show mounts', 'print ready', 'wait');

export const insidePrivileged: Scenario = {
  id: 'inside.privileged',
  title: 'a privileged container and one that is not share the process namespace of their pod',
  needs: ['privileged-containers'],
  pod: {
    metadata: { name: 'mixed' },
    spec: {
      shareProcessNamespace: true,
      hostname: 'other-name',
      securityContext: { runAsUser: 0, runAsGroup: 0, supplementalGroups: [4001] },
      containers: [
        {
          name: 'mighty',
          image: 'registry.test/box:1',
          command: looks,
          securityContext: { privileged: true },
        },
        {
          name: 'meek',
          image: 'registry.test/box:1',
          command: looks,
          securityContext: { capabilities: { drop: ['all'] }, runAsUser: 1234 },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'mighty', line: 'ready' },
    { do: 'wait-for-log', container: 'meek', line: 'ready' },
    { do: 'capture-log', container: 'mighty' },
    { do: 'capture-log', container: 'meek' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.security.capabilities',
    'container.security.privileged',
    'container.security.process-namespace',
    'sandbox.hostname.inside',
  ],
};
