// SPDX-License-Identifier: Apache-2.0
import { unknownContainer, unknownSandbox } from '#base/made-up-id.js';
import { podUidLabel } from '#base/pod-labels.js';
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Step } from '../step.js';
import type { Scenario } from '../scenario.js';

/** The kubelet resolves the container of a request among the running ones. */
const whatRuns: readonly Step[] = [
  { do: 'call', rpc: 'ListPodSandbox', request: { filter: { state: {} } } },
  { do: 'call', rpc: 'ListContainers', request: { filter: { state: { state: 'CONTAINER_RUNNING' } } } },
];

const whereNothingRuns: readonly Step[] = [
  { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
  { do: 'call', rpc: 'StartContainer', request: { container_id: '{made:spare}' } },
  { do: 'call', rpc: 'StopContainer', request: { container_id: '{made:spare}', timeout: '0' } },
  ...[unknownContainer, '{made:spare}'].flatMap((id): readonly Step[] => [
    { do: 'call', rpc: 'Exec', request: { container_id: id, cmd: box('print hello'), stdout: true } },
    { do: 'call', rpc: 'Attach', request: { container_id: id, stdout: true } },
  ]),
  { do: 'call', rpc: 'PortForward', request: { pod_sandbox_id: unknownSandbox, port: [8080] } },
  { do: 'call', rpc: 'RemoveContainer', request: { container_id: '{made:spare}' } },
];

export const streamingAll: Scenario = {
  id: 'streaming.all',
  title: 'a user executes a command in a container, attaches to it, forwards a port and reads the log',
  pod: {
    metadata: { name: 'visited' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'Status', request: {} },
    ...whatRuns,
    {
      do: 'call',
      rpc: 'Exec',
      request: { container_id: '{container:main}', cmd: box('print hello'), stdout: true, stderr: true },
    },
    ...whatRuns,
    { do: 'call', rpc: 'Attach', request: { container_id: '{container:main}', stdout: true, stderr: true } },
    ...whatRuns,
    {
      do: 'call',
      rpc: 'ListPodSandbox',
      request: { filter: { label_selector: { [podUidLabel]: '{uid}' } } },
    },
    { do: 'call', rpc: 'PortForward', request: { pod_sandbox_id: '{sandbox}', port: [8080] } },
    // The same request again, with a terminal, and without some of the streams.
    {
      do: 'call',
      rpc: 'Exec',
      request: { container_id: '{container:main}', cmd: box('print hello'), stdout: true, stderr: true },
    },
    {
      do: 'call',
      rpc: 'Exec',
      request: { container_id: '{container:main}', cmd: box('echo'), tty: true, stdin: true, stdout: true },
    },
    {
      do: 'call',
      rpc: 'Exec',
      request: { container_id: '{container:main}', cmd: box('print hello'), stderr: true },
    },
    { do: 'call', rpc: 'Attach', request: { container_id: '{container:main}', stderr: true } },
    // The ports of a client that speaks SPDY are named by its streams.
    { do: 'call', rpc: 'PortForward', request: { pod_sandbox_id: '{sandbox}' } },
    ...whereNothingRuns,
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'capture-log', container: 'main' },
  ],
  exercises: [
    'container.list.state-filter',
    'log.content.true',
    'runtime.status.network-ready',
    'sandbox.list.state-filter',
    'streaming.url.not-running-refused',
    'streaming.url.succeeds',
    'streaming.url.unique',
    'streaming.url.usable',
  ],
};
