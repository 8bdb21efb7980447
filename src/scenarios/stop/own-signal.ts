// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const lookAndStop = ['polite', 'deaf'].flatMap((name) => [
  { do: 'wait-for-log', container: name, line: 'ready' } as const,
  { do: 'call', rpc: 'ContainerStatus', request: { container_id: `{container:${name}}` } } as const,
]);

export const stopOwnSignal: Scenario = {
  id: 'stop.own-signal',
  title: 'containers are stopped whose pod sets their stop signal: one exits, one must be killed',
  waitsMs: 2000,
  since: '1.33',
  gates: ['ContainerStopSignals'],
  pod: {
    metadata: { name: 'choosy' },
    spec: {
      os: { name: 'linux' },
      containers: [
        {
          name: 'polite',
          image: 'registry.test/box:1',
          command: box('on USR1 exit 21', 'on TERM exit 22', 'print ready', 'wait'),
          lifecycle: { stopSignal: 'SIGUSR1' },
        },
        {
          name: 'deaf',
          image: 'registry.test/box:1',
          command: box('on USR2 ignore', 'on TERM exit 22', 'print ready', 'wait'),
          lifecycle: { stopSignal: 'SIGUSR2' },
        },
      ],
    },
  },
  steps: [...lookAndStop, { do: 'delete-pod', gracePeriodSeconds: 2 }],
  exercises: ['container.status.stop-signal', 'container.stop.kills-after-timeout', 'container.stop.signal'],
};
