// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { untilCleared } from '../fault.js';
import type { Scenario } from '../scenario.js';

export const runtimeUnreachableForAWhile: Scenario = {
  id: 'runtime.unreachable-for-a-while',
  title: 'the runtime is unreachable for a while, and the pod continues unchanged',
  pod: {
    metadata: { name: 'unshaken' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'inject-faults',
      faults: [
        {
          rpc: '*',
          times: untilCleared,
          effect: { kind: 'refuse', code: 'UNAVAILABLE', message: 'criprobe: nobody is there' },
        },
      ],
    },
    { do: 'wait-for-calls', rpc: 'ListPodSandbox', ended: 'refused', count: 5 },
    { do: 'clear-faults' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.times-immutable', 'sandbox.status.metadata-unchanged'],
};
