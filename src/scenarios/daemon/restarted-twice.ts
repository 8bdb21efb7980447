// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';
import type { Step } from '../step.js';

const call = (rpc: string, request: Readonly<Record<string, unknown>>, as?: string): Step => ({
  do: 'call',
  rpc,
  request,
  ...(as !== undefined && { as }),
});

const main = { container_id: '{container:main}' };
const between = { container_id: '{made:between}' };
const spare = { container_id: '{made:spare}' };
const apart = { pod_sandbox_id: '{made:apart}' };

const everything: readonly Step[] = [
  ...snapshot(['{container:main}', '{container:done}', '{made:between}', '{made:spare}']),
  call('PodSandboxStatus', apart),
];

/** What the first restart read back was written by another process: the second one reads what that wrote. */
export const daemonRestartedTwice: Scenario = {
  id: 'daemon.restarted-twice',
  title: 'the runtime is restarted, old and new objects are changed, and it is restarted once more',
  needs: ['daemon-restart'],
  pod: {
    metadata: { name: 'survivor', annotations: { 'example.org/note': 'kept' } },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('on TERM exit 9', 'print ready', 'wait'),
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
        },
        { name: 'done', image: 'registry.test/box:1', command: box('print done', 'exit 3') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-container', container: 'done', state: 'exited' },
    { do: 'pause-kubelet' },
    { do: 'restart-daemon' },
    call('UpdateContainerResources', { ...main, linux: { cpu_shares: '102' } }),
    call('CreateContainer', containerByHand('between', box('wait')), 'between'),
    call('StartContainer', between),
    call('CreateContainer', containerByHand('spare', box('wait')), 'spare'),
    call('RunPodSandbox', sandboxByHand('apart'), 'apart'),
    ...everything,
    { do: 'restart-daemon' },
    ...everything,
    call('ExecSync', { ...between, cmd: box('print hello', 'exit 3'), timeout: '30' }),
    call('StartContainer', spare),
    call('ContainerStatus', spare),
    call('StopContainer', { ...between, timeout: '2' }),
    call('ContainerStatus', between),
    call('RemoveContainer', between),
    call('StopContainer', { ...main, timeout: '20' }),
    call('ContainerStatus', main),
    call('StopPodSandbox', apart),
    call('RemovePodSandbox', apart),
    call('RunPodSandbox', sandboxByHand('apart'), 'again'),
    call('StopPodSandbox', { pod_sandbox_id: '{made:again}' }),
    call('RemovePodSandbox', { pod_sandbox_id: '{made:again}' }),
  ],
  exercises: [
    'restart.container.created-stays-created',
    'restart.container.keeps-running',
    'restart.container.resources-kept',
    'restart.container.unchanged',
    'restart.exited.data-kept',
    'restart.objects.same-set',
    'restart.preexisting.exec',
    'restart.preexisting.read',
    'restart.preexisting.remove',
    'restart.preexisting.start',
    'restart.sandbox.ip-kept',
    'restart.sandbox.state-kept',
    'restart.sandbox.unchanged',
  ],
};
