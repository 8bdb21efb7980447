// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const spare = { container_id: '{made:spare}' };

/** They come while something happens, and leave at once. */
const round: readonly Step[] = [
  { do: 'watch-events', forMs: 20 },
  { do: 'watch-events', forMs: 150 },
  { do: 'watch-events', forMs: 150 },
  { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
  { do: 'call', rpc: 'StartContainer', request: spare },
  { do: 'call', rpc: 'StopContainer', request: { ...spare, timeout: '2' } },
  { do: 'call', rpc: 'RemoveContainer', request: spare },
  { do: 'let-time-pass', ms: 200 },
];

export const eventsManyWatchers: Scenario = {
  id: 'events.many-watchers',
  title: 'many clients begin to watch the events of a pod, and stop again',
  pod: {
    metadata: { name: 'popular' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...round,
    ...round,
    ...round,
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
  ],
  exercises: ['container.list.succeeds', 'container.remove.succeeds', 'sandbox.list.succeeds'],
};
