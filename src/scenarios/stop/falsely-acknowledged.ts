// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { untilCleared } from '../fault.js';
import type { Scenario } from '../scenario.js';

export const stopFalselyAcknowledged: Scenario = {
  id: 'stop.falsely-acknowledged',
  title: 'the kubelet is told that a pod is stopped while it still runs, and stops it again',
  waitsMs: 2400,
  faults: [
    { rpc: 'StopContainer', times: untilCleared, effect: { kind: 'fake-ok', answer: {} } },
    { rpc: 'StopPodSandbox', times: untilCleared, effect: { kind: 'fake-ok', answer: {} } },
  ],
  pod: {
    metadata: { name: 'undead' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2, wait: 'no' },
    { do: 'wait-for-calls', rpc: 'StopPodSandbox', ended: 'any', count: 2 },
    { do: 'clear-faults' },
    { do: 'wait-for-termination' },
    { do: 'collect-garbage' },
  ],
  exercises: ['container.status.signal-exit-code', 'container.stop.succeeds'],
};
