// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

function attempt(nth: number, command: readonly string[]): Readonly<Record<string, unknown>> {
  const request = containerByHand('spare', command);
  const config = request['config'] as { readonly metadata: object };
  return { ...request, config: { ...config, metadata: { ...config.metadata, attempt: nth } } };
}

const spare = { container_id: '{made:spare}' };

const made = (nth: number, command: readonly string[]): readonly Step[] => [
  { do: 'call', rpc: 'CreateContainer', request: attempt(nth, command), as: 'spare' },
  { do: 'call', rpc: 'StartContainer', request: spare },
];

const measured: readonly Step[] = [
  { do: 'call', rpc: 'ContainerStats', request: spare },
  { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
  { do: 'call', rpc: 'ListContainerStats', request: { filter: { id: '{made:spare}' } } },
  { do: 'call', rpc: 'ContainerStatus', request: spare },
];

export const statsSecondAttempt: Scenario = {
  id: 'stats.second-attempt',
  title: 'statistics are read of a container that has computed, and of its successor, which has not',
  waitsMs: 1600,
  pod: {
    metadata: { name: 'relay' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    ...made(0, box('cpu 1500ms', 'wait')),
    { do: 'let-time-pass', ms: 1600 },
    ...measured,
    { do: 'call', rpc: 'StopContainer', request: { ...spare, timeout: '2' } },
    { do: 'call', rpc: 'RemoveContainer', request: spare },
    // At once: what it can have used grows with the time.
    ...made(1, box('wait')),
    ...measured,
    { do: 'call', rpc: 'StopContainer', request: { ...spare, timeout: '2' } },
  ],
  exercises: [
    'stats.container.attributes',
    'stats.container.counters-grow',
    'stats.container.plausible',
    'stats.container.succeeds',
    'stats.list.of-sandbox',
    'stats.list.succeeds',
  ],
};
