// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const logsRotationRefused: Scenario = {
  id: 'logs.rotation-refused',
  title: 'the kubelet is told that a log cannot be reopened, and renames the old file back',
  faults: [
    {
      rpc: 'ReopenContainerLog',
      effect: { kind: 'refuse', code: 'UNKNOWN', message: 'criprobe: refused once' },
    },
  ],
  pod: {
    metadata: { name: 'blocked-diary' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('lines 300 a line of text', 'tick 40ms beat'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    { do: 'rotate-logs', maxBytes: 1000 },
    { do: 'wait-for-log', container: 'main', line: 'beat 10' },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: ['log.line.grammar', 'log.line.times-in-window', 'log.line.times-monotonic'],
};
