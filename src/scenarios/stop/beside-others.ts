// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { CallTogether, Step } from '../step.js';

const image = 'registry.test/box:1';
const apart = { pod_sandbox_id: '{made:apart}' };

const inApart = (name: string): Readonly<Record<string, unknown>> => ({
  ...containerByHand(name, box('wait')),
  ...apart,
});

const create = (name: string): Step => ({
  do: 'call',
  rpc: 'CreateContainer',
  request: inApart(name),
  as: name,
});

/** All of them are about other objects than the one that is being stopped. */
const others: readonly CallTogether[] = [
  {
    rpc: 'ExecSync',
    request: { container_id: '{container:main}', cmd: box('print beside it'), timeout: '30' },
  },
  { rpc: 'StartContainer', request: { container_id: '{made:idle}' } },
  { rpc: 'RemoveContainer', request: { container_id: '{made:unused}' } },
  { rpc: 'CreateContainer', request: inApart('fresh') },
  { rpc: 'RunPodSandbox', request: sandboxByHand('newcomer') },
  { rpc: 'StopContainer', request: { container_id: '{container:quick}', timeout: '30' } },
];

export const stopBesideOthers: Scenario = {
  id: 'stop.beside-others',
  title: 'others are made, started, stopped and removed while a container that ignores TERM is being stopped',
  waitsMs: 8000,
  pod: {
    metadata: { name: 'crowded' },
    spec: {
      containers: [
        { name: 'deaf', image, command: box('on TERM ignore', 'print ready', 'wait') },
        { name: 'quick', image, command: box('on TERM exit 6', 'print ready', 'wait') },
        { name: 'main', image, command: box('print ready', 'wait') },
      ],
    },
  },
  steps: [
    ...['deaf', 'quick', 'main'].map((container): Step => ({ do: 'wait-for-log', container, line: 'ready' })),
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RunPodSandbox', request: sandboxByHand('apart'), as: 'apart' },
    create('idle'),
    create('unused'),
    {
      do: 'call',
      rpc: 'StopContainer',
      request: { container_id: '{container:deaf}', timeout: '8' },
      together: true,
    },
    { do: 'let-time-pass', ms: 500 },
    { do: 'calls-together', calls: others },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'any', count: 2 },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:deaf}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:quick}' } },
  ],
  exercises: [
    'container.stop.handler-finishes',
    'container.stop.holds-up-no-other',
    'container.stop.kills-after-timeout',
    'container.stop.returns-promptly',
  ],
};
