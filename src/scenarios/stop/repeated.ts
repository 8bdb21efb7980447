// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const main = { container_id: '{container:main}' };

export const stopRepeated: Scenario = {
  id: 'stop.repeated',
  title: 'a client gives up the stop of a program that counts its signals, and asks for it again',
  waitsMs: 4000,
  pod: {
    metadata: { name: 'nervous' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM print asked to stop', 'print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'StopContainer', request: { ...main, timeout: '5' }, deadlineMs: 500 },
    { do: 'call', rpc: 'StopContainer', request: { ...main, timeout: '4' }, deadlineMs: 500 },
    { do: 'call', rpc: 'StopContainer', request: { ...main, timeout: '3' } },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'capture-log', container: 'main' },
  ],
  exercises: ['container.stop.signal-once'],
};
