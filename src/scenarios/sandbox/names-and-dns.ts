// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxNamesAndDns: Scenario = {
  id: 'sandbox.names-and-dns',
  title: 'a pod has a host name, a subdomain, its own DNS settings and a user for all its containers',
  pod: {
    metadata: { name: 'named' },
    spec: {
      hostname: 'web',
      subdomain: 'svc',
      setHostnameAsFQDN: true,
      dnsPolicy: 'ClusterFirst',
      dnsConfig: { searches: ['my.example'], options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }] },
      // A node without SELinux ignores the level.
      securityContext: { runAsUser: 1001, runAsGroup: 1002, seLinuxOptions: { level: 's0:c12,c34' } },
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('show hostname', 'show ids', 'show resolv', 'print ready', 'wait'),
        },
        {
          name: 'beside',
          image: 'registry.test/box:1',
          command: box('show hostname', 'show ids', 'show resolv', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'capture-log', container: 'beside' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.security.user',
    'log.file.at-path',
    'sandbox.dns.resolv-conf',
    'sandbox.hostname.inside',
    'sandbox.run.ready-at-once',
  ],
};
