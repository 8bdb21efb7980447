// SPDX-License-Identifier: Apache-2.0
import { untilHealed } from '../fault.js';
import { defineScenario, type Scenario } from '../scenario.js';

export const runtimeUnreachableForAWhile: Scenario = defineScenario({
  id: 'runtime.unreachable-for-a-while',
  title: 'the runtime cannot be reached for a while, and the pod goes on as it was',
  flows: ['S50'],
  needs: ['container-processes'],
  pod: {
    metadata: { name: 'unshaken' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/box', 'print ready', 'wait'] }],
    },
  },
  beats: [
    { do: 'until-log', container: 'main', line: 'ready' },
    {
      do: 'interpose',
      faults: [
        {
          rpc: '*',
          times: untilHealed,
          strike: { kind: 'refuse', code: 'UNAVAILABLE', message: 'criprobe: nobody is there' },
        },
      ],
    },
    { do: 'until-calls', rpc: 'ListPodSandbox', ended: 'refused', count: 5 },
    { do: 'heal' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'until', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.times-immutable', 'sandbox.status.metadata-unchanged'],
});
