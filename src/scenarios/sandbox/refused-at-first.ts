// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxRefusedAtFirst: Scenario = {
  id: 'sandbox.refused-at-first',
  title: 'the kubelet is told that its sandbox cannot run, and tries again',
  faults: [
    { rpc: 'RunPodSandbox', effect: { kind: 'refuse', code: 'UNKNOWN', message: 'criprobe: refused once' } },
  ],
  pod: {
    metadata: { name: 'second-try' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.stop.succeeds', 'sandbox.run.ready-at-once'],
};
