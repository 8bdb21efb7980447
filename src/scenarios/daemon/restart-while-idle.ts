// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Step } from '../step.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';

/** So that something is printed after the outage, however long other scenarios delayed it. */
const pause = { container_id: '{container:main}', cmd: box('sleep 1500ms'), timeout: '30' };

/** One image that has two names. */
const names = ['a', 'b'].map((tag) => ({ image: { image: `registry.test/own/kept/box-many:${tag}` } }));
const forEachName = (rpc: string): readonly Step[] => names.map((request) => ({ do: 'call', rpc, request }));

const everything: readonly Step[] = [
  ...snapshot(['{container:main}', '{container:done}', '{made:spare}']),
  ...forEachName('ImageStatus'),
  { do: 'capture-processes', container: 'main' },
];

export const daemonRestartWhileIdle: Scenario = {
  id: 'daemon.restart-while-idle',
  title: 'the runtime is restarted while nothing happens, and reports the same as before',
  needs: ['daemon-restart'],
  pod: {
    metadata: { name: 'idle', annotations: { 'example.org/note': 'kept' } },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('tick 50ms beat'),
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { cpu: '200m', memory: '64Mi' } },
        },
        { name: 'done', image: 'registry.test/box:1', command: box('print done', 'exit 3') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    { do: 'wait-for-container', container: 'done', state: 'exited' },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
    ...forEachName('PullImage'),
    {
      do: 'call',
      rpc: 'UpdateContainerResources',
      request: { container_id: '{container:main}', linux: { cpu_shares: '102' } },
    },
    ...everything,
    { do: 'restart-daemon' },
    ...everything,
    { do: 'call', rpc: 'ExecSync', request: pause },
    { do: 'wait-for-log', container: 'main', line: 'beat 35' },
    { do: 'capture-log', container: 'main' },
    ...everything,
  ],
  exercises: [
    'restart.container.created-stays-created',
    'restart.container.image-kept',
    'restart.container.keeps-running',
    'restart.container.mounts-kept',
    'restart.container.resources-kept',
    'restart.container.unchanged',
    'restart.exited.data-kept',
    'restart.images.same',
    'restart.log.kept',
    'restart.objects.same-set',
    'restart.preexisting.read',
    'restart.runtime.config-same',
    'restart.runtime.ready-again',
    'restart.sandbox.ip-kept',
    'restart.sandbox.state-kept',
    'restart.sandbox.unchanged',
  ],
};
