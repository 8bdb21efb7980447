// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const first = sandboxByHand('successor');
const config = first['config'] as { readonly metadata: object };
const second = { config: { ...config, metadata: { ...config.metadata, attempt: 1 } } };
const inSecond = { ...containerByHand('within', box('wait')), pod_sandbox_id: '{made:second}' };
const list: Step = {
  do: 'call',
  rpc: 'ListPodSandbox',
  request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
};

export const sandboxSecondAttempt: Scenario = {
  id: 'sandbox.second-attempt',
  title: 'a sandbox is stopped, its successor is made, and is removed with all that runs in it',
  pod: {
    metadata: { name: 'dynasty' },
    spec: { containers: [{ name: 'main', image: 'registry.test/box:1', command: box('wait') }] },
  },
  steps: [
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'RunPodSandbox', request: first, as: 'first' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{made:first}' } },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{made:first}' } },
    { do: 'call', rpc: 'RunPodSandbox', request: second, as: 'second' },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{made:second}' } },
    { do: 'call', rpc: 'CreateContainer', request: inSecond, as: 'within' },
    { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:within}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:within}' } },
    list,
    { do: 'call', rpc: 'RemovePodSandbox', request: { pod_sandbox_id: '{made:second}' } },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{made:within}' } },
    { do: 'call', rpc: 'PodSandboxStatus', request: { pod_sandbox_id: '{made:first}' } },
    list,
  ],
  exercises: [
    'sandbox.list.agrees-with-status',
    'sandbox.remove.forces-containers',
    'sandbox.remove.takes-containers',
    'sandbox.run.id-unique',
    'sandbox.status.later-attempt-later',
    'sandbox.status.state-forward',
  ],
};
