// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { call } from '../call.js';
import { containerByHand } from '../container-by-hand.js';
import { sandboxByHand } from '../sandbox-by-hand.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';
import type { Step } from '../step.js';
import { change, seenOnNode } from '../with-upgrade.js';

const main = { container_id: '{container:main}' };
const stopped = { pod_sandbox_id: '{made:stopped}' };

/** One image that has two names. */
const names = ['a', 'b'].map((tag) => ({ image: { image: `registry.test/own/upgraded/box-many:${tag}` } }));

const everything: readonly Step[] = [
  ...snapshot(
    ['main', 'beside', 'done', 'greedy', 'prepare']
      .map((name) => `{container:${name}}`)
      .concat('{made:spare}'),
  ),
  call('PodSandboxStatus', stopped),
  ...names.map((request) => call('ImageStatus', request)),
  { do: 'capture-processes', container: 'main' },
];

export const upgradeThereAndBack: Scenario = {
  id: 'upgrade.there-and-back',
  title: 'pods in every state live through a new version and the return of the old one',
  needs: ['daemon-upgrade', 'daemon-rollback'],
  pod: {
    metadata: {
      name: 'population',
      labels: { app: 'population', 'example.test/empty': '' },
      annotations: { 'example.test/hard': 'a "quoted" line\nand a second one, ünïcödé, {braces}, \\back' },
    },
    spec: {
      restartPolicy: 'Never',
      initContainers: [
        { name: 'prepare', image: 'registry.test/box:1', command: box('print prepared') },
        {
          name: 'beside',
          image: 'registry.test/box:1',
          command: box('print ready', 'wait'),
          restartPolicy: 'Always',
        },
      ],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('tick 100ms beat'),
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
          volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
        },
        { name: 'done', image: 'registry.test/box:1', command: box('print done', 'exit 3') },
        {
          name: 'greedy',
          image: 'registry.test/box:1',
          command: box('print ready', 'memory 128m', 'print enough'),
          resources: { limits: { memory: '32Mi' } },
        },
      ],
      volumes: [{ name: 'scratch', hostPath: { path: '{scratch}' } }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    { do: 'wait-for-container', container: 'done', state: 'exited' },
    { do: 'wait-for-container', container: 'greedy', state: 'exited' },
    { do: 'pause-kubelet' },
    call('CreateContainer', containerByHand('spare', box('wait')), 'spare'),
    call('RunPodSandbox', sandboxByHand('stopped'), 'stopped'),
    call('StopPodSandbox', stopped),
    ...names.map((request) => call('PullImage', request)),
    ...everything,
    ...change,
    ...everything,
    ...change,
    ...everything,
    call('ExecSync', { ...main, cmd: box('print hello', 'exit 3'), timeout: '30' }),
    call('StartContainer', { container_id: '{made:spare}' }),
    call('ContainerStatus', { container_id: '{made:spare}' }),
    call('RemovePodSandbox', stopped),
    call('StopContainer', { ...main, timeout: '2' }),
    call('ContainerStatus', main),
    { do: 'capture-log', container: 'main' },
  ],
  exercises: [
    'upgrade.container.created-stays-created',
    'upgrade.container.image-kept',
    'upgrade.container.keeps-running',
    'upgrade.container.mounts-kept',
    'upgrade.container.resources-kept',
    'upgrade.container.unchanged',
    'upgrade.exited.data-kept',
    'upgrade.images.same',
    'upgrade.log.kept',
    ...seenOnNode,
    'upgrade.objects.same-set',
    'upgrade.preexisting.exec',
    'upgrade.preexisting.read',
    'upgrade.preexisting.remove',
    'upgrade.preexisting.start',
    'upgrade.preexisting.stop',
    'upgrade.return.starts',
    'upgrade.return.version',
    'upgrade.runtime.config-same',
    'upgrade.runtime.ready-again',
    'upgrade.sandbox.ip-kept',
    'upgrade.sandbox.state-kept',
    'upgrade.sandbox.unchanged',
    'upgrade.version.starts',
  ],
};
