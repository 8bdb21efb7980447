// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const looks = box(
  'show ids',
  'cat /proc/self/uid_map',
  'print ==',
  'cat /proc/self/gid_map',
  'print mounts',
  'show mounts',
  'print ready',
  'wait',
);

export const sandboxUserNamespaceUnmasked: Scenario = {
  id: 'sandbox.user-namespace-unmasked',
  title: 'of two containers in a user namespace of their own, one sees all of /proc',
  needs: ['user-namespaces'],
  since: '1.33',
  pod: {
    metadata: { name: 'builders' },
    spec: {
      hostUsers: false,
      containers: [
        {
          name: 'open',
          image: 'registry.test/box:1',
          command: looks,
          securityContext: { procMount: 'Unmasked' },
        },
        { name: 'masked', image: 'registry.test/box:1', command: looks },
      ],
    },
  },
  steps: [
    ...['open', 'masked'].flatMap((container) => [
      { do: 'wait-for-log', container, line: 'ready' } as const,
      { do: 'capture-log', container } as const,
    ]),
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.security.hidden-paths',
    'container.security.nothing-hidden',
    'container.security.user-namespace',
  ],
};
