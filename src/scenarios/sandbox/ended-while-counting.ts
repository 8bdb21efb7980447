// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sandboxEndedWhileCounting: Scenario = {
  id: 'sandbox.ended-while-counting',
  title: 'a sandbox is stopped while a program in it writes to its log',
  waitsMs: 2700,
  pod: {
    metadata: { name: 'metronome' },
    spec: {
      containers: [{ name: 'stopped', image: 'registry.test/box:1', command: box('tick 200ms beat') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'stopped', line: 'beat 1' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:stopped}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'let-time-pass', ms: 2500 },
    { do: 'capture-log', container: 'stopped' },
  ],
  exercises: ['container.stop.silent-after', 'sandbox.stop.ends-containers'],
};
