// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { untilCleared, type CallFault } from '../fault.js';
import type { Scenario } from '../scenario.js';

type Message = Readonly<Record<string, unknown>>;

const unknown = { state: 'CONTAINER_UNKNOWN' };

/** Every container looks as if its shim were gone. */
const lostTrack: readonly CallFault[] = [
  {
    rpc: 'ListContainers',
    times: untilCleared,
    effect: {
      kind: 'rewrite',
      what: 'containers in state UNKNOWN',
      instead: ({ containers = [], ...rest }: { readonly containers?: readonly Message[] }) => ({
        ...rest,
        containers: containers.map((container) => ({ ...container, ...unknown })),
      }),
    },
  },
  {
    rpc: 'ContainerStatus',
    times: untilCleared,
    effect: {
      kind: 'rewrite',
      what: 'a container in state UNKNOWN',
      instead: ({ status, ...rest }: { readonly status?: Message }) => ({
        ...rest,
        status: { ...status, ...unknown },
      }),
    },
  },
];

export const containersUnknownState: Scenario = {
  id: 'containers.unknown-state',
  title: 'the kubelet sees a container in an unknown state, stops it and creates another',
  pod: {
    metadata: { name: 'mysterious' },
    spec: {
      terminationGracePeriodSeconds: 5,
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    // A kubelet that listed the container before it ran sees no change when its state is unknown.
    { do: 'wait-for-relist' },
    { do: 'inject-faults', faults: lostTrack },
    // And an unknown state alone makes it read the pod, not sync it: any event of the pod does.
    { do: 'wait-for-relist' },
    { do: 'update-pod', change: {} },
    { do: 'wait-for-calls', rpc: 'StopContainer', ended: 'any', count: 1 },
    { do: 'clear-faults' },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.status.later-attempt-later', 'container.stop.exited-on-return'],
};
