// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxHostNetwork: Scenario = {
  id: 'sandbox.host-network',
  title: 'a pod runs in the network, process and IPC namespaces of its node',
  pod: {
    metadata: { name: 'neighbour' },
    spec: {
      hostNetwork: true,
      hostPID: true,
      hostIPC: true,
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['192.0.2.53'], searches: ['my.example'] },
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('show pid', 'show hosts', 'print == resolv', 'show resolv', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: [
    'container.security.process-namespace',
    'sandbox.dns.resolv-conf',
    'sandbox.run.ready-at-once',
    'sandbox.status.network-mode',
    'sandbox.stop.not-ready-and-listed',
  ],
};
