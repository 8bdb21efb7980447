// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopRefusedAtFirst: Scenario = {
  id: 'stop.refused-at-first',
  title: 'the kubelet is told that a container cannot be stopped, and tries again',
  faults: [
    { rpc: 'StopContainer', effect: { kind: 'refuse', code: 'UNKNOWN', message: 'criprobe: refused once' } },
  ],
  pod: {
    metadata: { name: 'stubborn-end' },
    spec: {
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') },
        { name: 'beside', image: 'registry.test/box:1', command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.stop.ends-containers'],
};
