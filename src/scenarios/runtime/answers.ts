// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const runtimeAnswers: Scenario = {
  id: 'runtime.answers',
  title: 'version, status and configuration of the runtime are read twice each',
  pod: {
    metadata: { name: 'asked' },
    // Runs even if the pod network is reported not ready.
    spec: {
      hostNetwork: true,
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }],
    },
  },
  steps: [
    { do: 'call', rpc: 'Version', request: {} },
    { do: 'call', rpc: 'RuntimeConfig', request: {} },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'Version', request: { version: '0.1.0' } },
    { do: 'call', rpc: 'Status', request: {} },
    { do: 'call', rpc: 'Status', request: { verbose: true } },
    { do: 'call', rpc: 'RuntimeConfig', request: {} },
    { do: 'call', rpc: 'ImageFsInfo', request: {} },
    {
      do: 'call',
      rpc: 'UpdateRuntimeConfig',
      request: { runtime_config: { network_config: { pod_cidr: '' } } },
    },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ListPodSandboxStats', request: { filter: { id: '{sandbox}' } } },
    { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'call', rpc: 'ListMetricDescriptors', request: {} },
    { do: 'call', rpc: 'ListPodSandboxMetrics', request: {} },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'Status', request: {} },
  ],
  exercises: [
    'image.fs-info.usable',
    'runtime.config.static',
    'runtime.config.update-accepted',
    'runtime.methods.all-or-none',
    'runtime.status.conditions',
    'runtime.status.conditions-explained',
    'runtime.status.constant',
    'runtime.status.handlers-unique',
    'runtime.status.info',
    'runtime.status.ready-while-pods-run',
    'runtime.status.succeeds',
    'runtime.version.constant',
    'runtime.version.fields',
    'runtime.version.semver',
  ],
};
