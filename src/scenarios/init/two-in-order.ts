// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const initTwoInOrder: Scenario = {
  id: 'init.two-in-order',
  title: 'two init containers run one after the other before the container starts',
  pod: {
    metadata: { name: 'orderly' },
    spec: {
      initContainers: [
        { name: 'first', image: 'registry.test/box:1', command: box('print first') },
        { name: 'second', image: 'registry.test/box:1', command: box('sleep 100ms', 'print second') },
      ],
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'first' },
    { do: 'capture-log', container: 'second' },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
    { do: 'collect-garbage' },
  ],
  exercises: [
    'container.list.stays-until-removed',
    'container.status.exit-code-true',
    'log.content.complete-at-exit',
  ],
};
