// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { unknownContainer, unknownSandbox } from '#base/made-up-id.js';
import type { Scenario } from '../scenario.js';

const ofPod = { filter: { label_selector: { 'io.kubernetes.pod.uid': '{uid}' } } };
const holderOfPod = {
  filter: {
    label_selector: { 'io.kubernetes.pod.uid': '{uid}', 'io.kubernetes.container.name': 'holder' },
  },
};
const holderInPod = { filter: { id: '{container:holder}', pod_sandbox_id: '{sandbox}' } };
const ofOther = { label_selector: { 'io.kubernetes.pod.uid': 'of-another-pod' } };

export const statsUnderLoad: Scenario = {
  id: 'stats.under-load',
  title: 'statistics are read of a pod with a program that computes and one that holds memory',
  // containerd measures a pod by its cgroup.
  ownCgroup: true,
  pod: {
    metadata: { name: 'loaded' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'busy', image: 'registry.test/box:1', command: box('print up', 'cpu 2m') },
        {
          name: 'holder',
          image: 'registry.test/box:1',
          command: box('memory 24m', 'print up', 'wait'),
          resources: { limits: { memory: '64Mi' } },
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'busy', line: 'up' },
    { do: 'wait-for-log', container: 'holder', line: 'up' },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'read-stats-twice', container: 'busy' },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: '{container:holder}' } },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { id: '{container:holder}' } } },
    { do: 'call', rpc: 'ListContainerStats', request: holderOfPod },
    // All fields of a filter must match.
    { do: 'call', rpc: 'ListContainerStats', request: holderInPod },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { ...ofOther, id: '{container:holder}' } } },
    { do: 'call', rpc: 'ListPodSandboxStats', request: { filter: { ...ofOther, id: '{sandbox}' } } },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ListPodSandboxStats', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'ListPodSandboxStats', request: ofPod },
    { do: 'call', rpc: 'ListMetricDescriptors', request: {} },
    { do: 'call', rpc: 'ListPodSandboxMetrics', request: {} },
    // Each method once more, after all others: what only one of them says wrong shows on either side of it.
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: '{container:busy}' } },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ListPodSandboxStats', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: '{container:holder}' } },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: '{container:busy}' } },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: unknownSandbox } },
    { do: 'call', rpc: 'ContainerStats', request: { container_id: unknownContainer } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:busy}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:holder}' } },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
  ],
  exercises: [
    'log.content.appears',
    'stats.container.attributes',
    'stats.container.counters-grow',
    'stats.container.follows-load',
    'stats.container.missing-refused',
    'stats.container.plausible',
    'stats.container.rate',
    'stats.container.succeeds',
    'stats.container.views-agree',
    'stats.list.of-sandbox',
    'stats.list.succeeds',
    'stats.metrics.agree',
    'stats.metrics.described',
    'stats.metrics.of-pods',
    'stats.sandbox.attributes',
    'stats.sandbox.containers',
    'stats.sandbox.follows-load',
    'stats.sandbox.listed',
    'stats.sandbox.missing-refused',
    'stats.sandbox.plausible',
    'stats.sandbox.succeeds',
    'stats.sandbox.views-agree',
  ],
};
