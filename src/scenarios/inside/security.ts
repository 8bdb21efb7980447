// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

/** Everything that a security context decides, and paths that it hides, where a kernel has them. */
const looks = box(
  'show ids',
  'show groups',
  'show caps',
  'show pid',
  'stat /proc/kcore',
  'stat /proc/keys',
  'stat /proc/bus',
  'stat /proc/irq',
  'stat /sys/firmware',
  'show mounts',
  'print ready',
  'wait',
);

export const insideSecurity: Scenario = {
  id: 'inside.security',
  title: 'containers of a pod show the users, groups and privileges that each was given',
  pod: {
    metadata: { name: 'guarded' },
    spec: {
      securityContext: {
        supplementalGroups: [4001, 4002],
        fsGroup: 4003,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      volumes: [{ name: 'work', emptyDir: {} }],
      containers: [
        { name: 'plain', image: 'registry.test/box:1', command: looks },
        {
          name: 'bare',
          image: 'registry.test/box:1',
          command: looks,
          securityContext: {
            runAsUser: 1000,
            runAsGroup: 2222,
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
          },
          volumeMounts: [{ name: 'work', mountPath: '/work' }],
        },
        {
          name: 'able',
          image: 'registry.test/box:1',
          command: looks,
          securityContext: {
            runAsUser: 0,
            seccompProfile: { type: 'Unconfined' },
            capabilities: { drop: ['CHOWN', 'KILL'], add: ['NET_ADMIN', 'SYS_PTRACE'] },
          },
        },
        { name: 'named', image: 'registry.test/box-username:1', command: looks },
        // Zero is a user as well, and not the one of the image.
        {
          name: 'root',
          image: 'registry.test/box-uid:1',
          command: looks,
          securityContext: { runAsUser: 0 },
        },
      ],
    },
  },
  steps: [
    ...['plain', 'bare', 'able', 'named', 'root'].flatMap((container) => [
      { do: 'wait-for-log', container, line: 'ready' } as const,
      { do: 'capture-log', container } as const,
      {
        do: 'call',
        rpc: 'ContainerStatus',
        request: { container_id: `{container:${container}}` },
      } as const,
    ]),
    {
      do: 'call',
      rpc: 'ExecSync',
      request: {
        container_id: '{container:bare}',
        cmd: box('show ids', 'show groups', 'show caps'),
        timeout: '30',
      },
    },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.security.capabilities',
    'container.security.hidden-paths',
    'container.security.no-new-privileges',
    'container.security.privileged',
    'container.security.process-namespace',
    'container.security.root-filesystem',
    'container.security.seccomp',
    'container.security.user',
  ],
};
