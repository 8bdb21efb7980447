// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const sandbox = { pod_sandbox_id: '{sandbox}' };
const main = { container_id: '{container:main}' };

const everything: readonly Step[] = [
  { do: 'call', rpc: 'ListPodSandbox', request: { filter: { id: '{sandbox}' } } },
  { do: 'call', rpc: 'PodSandboxStatus', request: sandbox },
  { do: 'call', rpc: 'ListContainers', request: { filter: { pod_sandbox_id: '{sandbox}' } } },
  { do: 'call', rpc: 'ContainerStatus', request: main },
];

export const sandboxProcessKilled: Scenario = {
  id: 'sandbox.process-killed',
  title: 'the process that holds a sandbox is killed, and all is read, stopped and removed',
  // Only then the processes are on this node.
  needs: ['daemon-crash'],
  pod: {
    metadata: { name: 'headless' },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    ...everything,
    { do: 'kill-sandbox-process' },
    { do: 'let-time-pass', ms: 1500 },
    ...everything,
    { do: 'call', rpc: 'StopContainer', request: { ...main, timeout: '2' } },
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'call', rpc: 'StopPodSandbox', request: sandbox },
    { do: 'call', rpc: 'PodSandboxStatus', request: sandbox },
    { do: 'call', rpc: 'RemovePodSandbox', request: sandbox },
    { do: 'call', rpc: 'ListPodSandbox', request: {} },
  ],
  exercises: [
    'container.list.stays-until-removed',
    'container.stop.exited-on-return',
    'container.stop.succeeds',
    'sandbox.list.succeeds',
    'sandbox.remove.gone',
    'sandbox.remove.succeeds',
    'sandbox.stop.not-ready-and-listed',
    'sandbox.stop.succeeds',
  ],
};
