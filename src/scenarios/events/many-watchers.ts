// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const spare = { container_id: '{made:spare}' };

/** As a kubelet makes a container again. */
function attempt(nth: number): Readonly<Record<string, unknown>> {
  const request = containerByHand('spare', box('wait'));
  const config = request['config'] as { readonly metadata: object };
  return { ...request, config: { ...config, metadata: { ...config.metadata, attempt: nth } } };
}

/** They come while something happens, and leave at once. */
const round = (nth: number): readonly Step[] => [
  { do: 'watch-events', forMs: 20 },
  { do: 'watch-events', forMs: 150 },
  { do: 'watch-events', forMs: 150 },
  { do: 'call', rpc: 'CreateContainer', request: attempt(nth), as: 'spare' },
  { do: 'call', rpc: 'StartContainer', request: spare },
  { do: 'call', rpc: 'StopContainer', request: { ...spare, timeout: '2' } },
  { do: 'call', rpc: 'ContainerStatus', request: spare },
  { do: 'call', rpc: 'RemoveContainer', request: spare },
  { do: 'let-time-pass', ms: 200 },
];

export const eventsManyWatchers: Scenario = {
  id: 'events.many-watchers',
  title: 'many clients begin to watch the events of a pod, and stop again, and one stays',
  pod: {
    metadata: { name: 'popular' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    // One stays.
    { do: 'watch-events' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...[0, 1, 2].flatMap(round),
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    // For the last event.
    { do: 'let-time-pass', ms: 1100 },
  ],
  exercises: [
    'container.list.succeeds',
    'container.remove.succeeds',
    'events.life.complete',
    'events.order.once',
    'events.payload.all-containers',
    'events.payload.sandbox-metadata',
    'events.payload.times',
    'sandbox.list.succeeds',
  ],
};
