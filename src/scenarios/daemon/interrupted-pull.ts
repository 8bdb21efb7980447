// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import { heldBack } from '../under-way.js';

/** Slow content, so that no pull completes at once. */
const image = 'registry.test/cut/faults/slow/box:1';

export const daemonInterruptedPull: Scenario = {
  id: 'daemon.interrupted-pull',
  title: 'the daemon is killed in the middle of PullImage, and the kubelet pulls again',
  needs: ['daemon-crash'],
  faults: heldBack('PullImage'),
  pod: {
    metadata: { name: 'half-pulled' },
    spec: { containers: [{ name: 'main', image, command: box('print ready', 'wait') }] },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'PullImage', ended: 'begun', count: 1 },
    { do: 'stop-daemon', how: 'crash', inFlight: [{ do: 'clear-faults' }] },
    { do: 'call', rpc: 'ListPodSandbox', request: {} },
    { do: 'start-daemon' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image } } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'image.pull.present-at-once',
    'restart.interrupted.pull-retry',
    'restart.starting.not-missing',
    'restart.starting.says-unavailable',
  ],
};
