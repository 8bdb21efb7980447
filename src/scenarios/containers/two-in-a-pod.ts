// SPDX-License-Identifier: Apache-2.0
import { containerNameLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { unknownContainer, unknownSandbox } from '#base/made-up-id.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

type Filter = Readonly<Record<string, unknown>>;

const containers = (filter: Filter): Step => ({ do: 'call', rpc: 'ListContainers', request: { filter } });
const sandboxes = (filter: Filter): Step => ({ do: 'call', rpc: 'ListPodSandbox', request: { filter } });

const first = { id: '{container:first}' };
const own = { pod_sandbox_id: '{sandbox}' };
const second = { label_selector: { [containerNameLabel]: 'second' } };
const green = { label_selector: { color: 'green' } };
const running = { state: { state: 'CONTAINER_RUNNING' } };
const exited = { state: { state: 'CONTAINER_EXITED' } };
const stopped = { state: { state: 'SANDBOX_NOTREADY' } };

/** A runtime may look at some fields of a filter only if others are not set. */
const twoFields: readonly Step[] = [
  containers({ ...first, pod_sandbox_id: unknownSandbox }),
  containers({ label_selector: { [containerNameLabel]: 'sec' } }),
  containers({ ...first, ...exited }),
  containers({ ...second, ...exited }),
  containers({ ...second, ...running }),
  containers({ ...own, ...running }),
  containers({ ...first, ...own, ...second, ...running }),
  containers({ ...first, ...own, ...running }),
  sandboxes({ id: '{sandbox}', ...stopped }),
  sandboxes({ ...green, ...stopped }),
  sandboxes({ label_selector: { color: 'red' }, state: {} }),
  sandboxes({ id: '{sandbox}', label_selector: { color: 'gree' } }),
  sandboxes({ id: '{sandbox}', ...green, state: {} }),
];

/** What has stopped is found by every filter, too. */
const ofStopped: readonly Step[] = [
  sandboxes({ state: {} }),
  sandboxes({ id: '{sandbox}' }),
  sandboxes({ id: '{sandbox}', state: {} }),
  sandboxes({ id: '{sandbox}', ...stopped }),
  sandboxes({ ...green, state: {} }),
  sandboxes({ ...green, ...stopped }),
  containers(own),
  containers(first),
  containers({ ...first, ...running }),
  containers({ ...own, ...exited }),
  { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:first}' } },
  { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
];

export const containersTwoInAPod: Scenario = {
  id: 'containers.two-in-a-pod',
  title: 'two containers of one pod are listed by every kind of filter',
  pod: {
    metadata: {
      name: 'pair',
      labels: { color: 'green', 'example.test/empty': '' },
      annotations: {
        'example.test/note': 'kept as it is: "ä" \\n',
        'example.test/empty': '',
        'example.test/long': 'x = 1\n'.repeat(500),
      },
    },
    spec: {
      containers: [
        { name: 'first', image: 'registry.test/box:1', command: box('wait') },
        { name: 'second', image: 'registry.test/box:1', command: box('wait') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'first', state: 'running' },
    { do: 'wait-for-container', container: 'second', state: 'running' },
    { do: 'call', rpc: 'ListPodSandbox', request: {} },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: {} } },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { id: '{sandbox}', label_selector: { color: 'green' } } },
    },
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { id: '{sandbox}', label_selector: { color: 'red' } } },
    },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { state: {} } } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { state: { state: 'SANDBOX_NOTREADY' } } } },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: unknownSandbox } } },
    { do: 'call', rpc: 'ListContainers', request: {} },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: {
        filter: { pod_sandbox_id: '{sandbox}', label_selector: { [containerNameLabel]: 'second' } },
      },
    },
    {
      do: 'call',
      rpc: 'ListContainers',
      request: {
        filter: { id: '{container:first}', label_selector: { [containerNameLabel]: 'second' } },
      },
    },
    { do: 'call', rpc: 'ListContainers', request: { filter: { state: { state: 'CONTAINER_RUNNING' } } } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}', state: {} } } },
    ...twoFields,
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:first}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: unknownSandbox } } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { id: unknownContainer } } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: unknownContainer } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: unknownSandbox } },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: unknownSandbox } },
    { do: 'call', rpc: 'StopContainer', request: { container_id: unknownContainer, timeout: '1' } },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
    ...ofStopped,
  ],
  exercises: [
    'container.create.listed-under-sandbox',
    'container.list.filters-and',
    'container.list.items-complete',
    'container.list.no-match-empty',
    'container.list.state-filter',
    'container.list.stays-until-removed',
    'container.status.annotations-unchanged',
    'container.status.labels-unchanged',
    'container.status.metadata-unchanged',
    'container.status.missing-not-found',
    'container.stop.unknown-not-found',
    'sandbox.list.filters-and',
    'sandbox.list.filters-find',
    'sandbox.list.items-complete',
    'sandbox.list.no-match-empty',
    'sandbox.list.state-filter',
    'sandbox.status.annotations-unchanged',
    'sandbox.status.labels-unchanged',
    'sandbox.status.missing-not-found',
    'sandbox.stop.unknown-ok',
  ],
};
