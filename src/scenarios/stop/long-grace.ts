// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const stopLongGrace: Scenario = {
  id: 'stop.long-grace',
  title: 'a pod is deleted whose programs need most of their grace period, and all is read meanwhile',
  waitsMs: 5000,
  pod: {
    metadata: { name: 'unhurried' },
    spec: {
      containers: [
        {
          name: 'slow',
          image: 'registry.test/box:1',
          command: box('on TERM exit 9 after 4s', 'print ready', 'wait'),
        },
        {
          name: 'deaf',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'tick 200ms beat'),
        },
        // Whoever reopens a log without renaming the file may lose what is in it.
        {
          name: 'mute',
          image: 'registry.test/box:1',
          command: box('on TERM ignore', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'slow', line: 'ready' },
    { do: 'wait-for-log', container: 'deaf', line: 'beat 1' },
    { do: 'wait-for-log', container: 'mute', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 5, wait: 'no' },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'begun', count: 3 },
    { do: 'let-time-pass', ms: 1500 },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:deaf}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:mute}' } },
    { do: 'wait-for-termination' },
    { do: 'capture-log', container: 'deaf' },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.status.finished-at-fits',
    'container.stop.grace-kept',
    'container.stop.handler-finishes',
    'container.stop.holds-up-no-read',
    'container.stop.kills-after-timeout',
    'container.stop.lives-in-grace',
  ],
};
