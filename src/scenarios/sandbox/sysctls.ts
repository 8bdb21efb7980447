// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxSysctls: Scenario = {
  id: 'sandbox.sysctls',
  title: 'a pod sets sysctls of its network and of its shared memory',
  needs: ['pod-network'],
  pod: {
    metadata: { name: 'tuned' },
    spec: {
      securityContext: {
        sysctls: [
          { name: 'net/ipv4/ip_local_port_range', value: '2048 60999' },
          { name: 'kernel.shm_rmid_forced', value: '1' },
        ],
      },
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box(
            'cat /proc/sys/net/ipv4/ip_local_port_range',
            'print ==',
            'cat /proc/sys/kernel/shm_rmid_forced',
            'print ready',
            'wait',
          ),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['log.file.at-path', 'sandbox.run.ready-at-once', 'sandbox.sysctls.inside'],
};
