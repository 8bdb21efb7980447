// SPDX-License-Identifier: Apache-2.0
import { containerNameLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { unknownContainer, unknownSandbox } from '#base/made-up-id.js';
import type { Scenario } from '../scenario.js';

export const containersTwoInAPod: Scenario = {
  id: 'containers.two-in-a-pod',
  title: 'two containers of one pod are listed by every kind of filter',
  pod: {
    metadata: {
      name: 'pair',
      labels: { color: 'green' },
      annotations: { 'example.test/note': 'kept as it is: "ä" \\n' },
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
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:first}' } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: unknownSandbox } } },
    { do: 'call', rpc: 'ListContainers', request: { filter: { id: unknownContainer } } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: unknownContainer } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: unknownSandbox } },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: unknownSandbox } },
    { do: 'call', rpc: 'StopContainer', request: { container_id: unknownContainer, timeout: '1' } },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
    { do: 'call', rpc: 'ListPodSandbox', request: { filter: { state: {} } } },
  ],
  exercises: [
    'container.create.listed-under-sandbox',
    'container.list.filters-and',
    'container.list.items-complete',
    'container.list.no-match-empty',
    'container.list.state-filter',
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
