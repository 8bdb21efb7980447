// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

const later = { container_id: '{made:later}' };

export const startLater: Scenario = {
  id: 'start.later',
  title: 'a container is started some time after it was created',
  waitsMs: 2500,
  pod: {
    metadata: { name: 'patient' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('later', box('wait')), as: 'later' },
    { do: 'call', rpc: 'ContainerStatus', request: later },
    // More than the clock of a runtime that counts in seconds may be off.
    { do: 'let-time-pass', ms: 2500 },
    { do: 'call', rpc: 'StartContainer', request: later },
    { do: 'call', rpc: 'ContainerStatus', request: later },
    { do: 'call', rpc: 'StopContainer', request: { ...later, timeout: '0' } },
    { do: 'call', rpc: 'ContainerStatus', request: later },
    { do: 'call', rpc: 'RemoveContainer', request: later },
  ],
  exercises: [
    'container.create.created-state',
    'container.status.times-immutable',
    'container.status.times-in-window',
    'container.status.times-ordered',
  ],
};
