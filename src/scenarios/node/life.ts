// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

const main = { container_id: '{container:main}' };

export const nodeLife: Scenario = {
  id: 'node.life',
  title: 'a pod lives and ends one call at a time, and the node is looked at around each of them',
  pod: {
    metadata: { name: 'watched' },
    spec: {
      volumes: [{ name: 'data', emptyDir: {} }],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          resources: { requests: { cpu: '50m', memory: '32Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
          securityContext: { readOnlyRootFilesystem: true },
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'data', mountPath: '/data-to-read', readOnly: true },
          ],
        },
        {
          name: 'beside',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          volumeMounts: [{ name: 'data', mountPath: '/data' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'beside', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RuntimeConfig', request: {} },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: {
        ...main,
        linux: {
          cpu_shares: '102',
          cpu_quota: '30000',
          cpu_period: '100000',
          memory_limit_in_bytes: '100663296',
        },
      },
    },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    // Only some of the values: the others stay.
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: { ...main, linux: { memory_limit_in_bytes: '83886080' } },
    },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'call', rpc: 'ExecSync', request: { ...main, cmd: box('sleep 61s'), timeout: '1' } },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{made:spare}', timeout: '10' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:spare}' } },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('second', box('wait')), as: 'second' },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:second}' } },
    { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:second}' } },
    {
      do: 'call',
      rpc: 'CreateContainer',
      request: containerByHand('typo', ['/criprobe-unknown-program']),
      as: 'typo',
    },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:typo}' } },
    { do: 'call', rpc: 'StopContainer', request: { ...main, timeout: '10' } },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
  ],
  exercises: [
    'node.cgroup.driver-true',
    'node.cgroup.limits-applied',
    'node.cgroup.limits-shown',
    'node.mounts.as-requested',
    'node.namespaces.as-requested',
    'node.network.address-real',
    'node.processes.exec-timeout-ends',
    'node.processes.gone-after-remove',
    'node.processes.gone-after-sandbox',
    'node.processes.gone-after-stop',
    'node.processes.none-after-failed-start',
    'node.processes.state-true',
    'node.processes.times-true',
    'node.removed.nothing-left',
  ],
};
