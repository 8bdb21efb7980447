// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const ofPod = { filter: { label_selector: { 'io.kubernetes.pod.uid': '{uid}' } } };

export const statsAfterExit: Scenario = {
  id: 'stats.after-exit',
  title: 'statistics are listed while containers of the pod exit and are removed',
  // containerd measures a pod by its cgroup.
  ownCgroup: true,
  pod: {
    metadata: { name: 'churning' },
    spec: {
      restartPolicy: 'Never',
      containers: [
        { name: 'keeper', image: 'registry.test/box:1', command: box('wait') },
        { name: 'first', image: 'registry.test/box:1', command: box('exit 0') },
        { name: 'second', image: 'registry.test/box:1', command: box('sleep 300ms', 'exit 1') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-container', container: 'keeper', state: 'running' },
    { do: 'call', rpc: 'ListContainerStats', request: ofPod },
    { do: 'wait-for-container', container: 'first', state: 'exited' },
    { do: 'call', rpc: 'ListContainerStats', request: ofPod },
    { do: 'wait-for-container', container: 'second', state: 'exited' },
    { do: 'call', rpc: 'ListContainerStats', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:second}' } },
    { do: 'call', rpc: 'ListPodSandboxStats', request: ofPod },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{container:first}' } },
    { do: 'call', rpc: 'ListContainerStats', request: ofPod },
    { do: 'call', rpc: 'ListPodSandboxStats', request: ofPod },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:keeper}' } },
    { do: 'call', rpc: 'ListMetricDescriptors', request: {} },
    { do: 'call', rpc: 'ListPodSandboxMetrics', request: {} },
    { do: 'delete-pod', gracePeriodSeconds: 1 },
    { do: 'collect-garbage' },
    // Of the pod nothing is left.
    { do: 'call', rpc: 'ListContainerStats', request: ofPod },
    { do: 'call', rpc: 'ListPodSandboxStats', request: ofPod },
    { do: 'call', rpc: 'ListPodSandboxMetrics', request: {} },
  ],
  exercises: [
    'stats.list.of-sandbox',
    'stats.list.succeeds',
    'stats.metrics.of-pods',
    'stats.sandbox.listed',
    'stats.sandbox.succeeds',
  ],
};
