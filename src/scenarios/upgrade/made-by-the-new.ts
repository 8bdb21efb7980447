// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { call } from '../call.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';
import type { Step } from '../step.js';
import { change, seenOnNode } from '../with-upgrade.js';

const late = { container_id: '{made:late}' };
const spare = { container_id: '{made:spare}' };
const fresh = { pod_sandbox_id: '{made:fresh}' };

const everything: readonly Step[] = [
  ...snapshot(['{container:main}', '{made:late}', '{made:spare}']),
  call('PodSandboxStatus', fresh),
];

export const upgradeMadeByTheNew: Scenario = {
  id: 'upgrade.made-by-the-new',
  title: 'the old version returns, and every call is tried on what the new one made',
  needs: ['daemon-upgrade', 'daemon-rollback'],
  pod: {
    metadata: { name: 'host' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    ...snapshot(['{container:main}']),
    ...change,
    call('RunPodSandbox', sandboxByHand('fresh'), 'fresh'),
    call('CreateContainer', containerByHand('late', box('on TERM exit 9', 'print ready', 'wait')), 'late'),
    call('StartContainer', late),
    call('CreateContainer', containerByHand('spare', box('wait')), 'spare'),
    ...everything,
    ...change,
    ...everything,
    call('ExecSync', { ...late, cmd: box('print hello', 'exit 3'), timeout: '30' }),
    call('ContainerStats', late),
    call('StartContainer', spare),
    call('ContainerStatus', spare),
    call('StopContainer', { ...late, timeout: '10' }),
    call('ContainerStatus', late),
    call('RemoveContainer', late),
    call('StopPodSandbox', fresh),
    call('RemovePodSandbox', fresh),
    call('ListPodSandbox', {}),
  ],
  exercises: [
    'upgrade.container.created-stays-created',
    'upgrade.container.image-kept',
    'upgrade.container.keeps-running',
    'upgrade.container.mounts-kept',
    'upgrade.container.resources-kept',
    'upgrade.container.unchanged',
    'upgrade.images.same',
    ...seenOnNode,
    'upgrade.objects.same-set',
    'upgrade.preexisting.exec',
    'upgrade.preexisting.read',
    'upgrade.preexisting.remove',
    'upgrade.preexisting.start',
    'upgrade.preexisting.stop',
    'upgrade.return.objects-known',
    'upgrade.return.starts',
    'upgrade.return.verbs-work',
    'upgrade.return.version',
    'upgrade.runtime.config-same',
    'upgrade.runtime.ready-again',
    'upgrade.sandbox.ip-kept',
    'upgrade.sandbox.state-kept',
    'upgrade.sandbox.unchanged',
    'upgrade.version.starts',
  ],
};
