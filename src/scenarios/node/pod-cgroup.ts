// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const nodePodCgroup: Scenario = {
  id: 'node.pod-cgroup',
  title: 'a pod with a cgroup of its own, whose containers share their processes, is deleted',
  ownCgroup: true,
  pod: {
    metadata: { name: 'grouped' },
    spec: {
      shareProcessNamespace: true,
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          resources: { requests: { cpu: '20m' }, limits: { cpu: '100m', memory: '48Mi' } },
        },
        { name: 'beside', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    { do: 'call', rpc: 'RuntimeConfig', request: {} },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'node.cgroup.below-parent',
    'node.namespaces.as-requested',
    'node.processes.gone-after-sandbox',
    'node.processes.gone-after-stop',
    'node.removed.nothing-left',
  ],
};
