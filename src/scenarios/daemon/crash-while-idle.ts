// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import { snapshot } from '../snapshot.js';

/** So that something is printed after the outage, however long other scenarios delayed it. */
const pause = { container_id: '{container:main}', cmd: box('sleep 1500ms'), timeout: '30' };

const everything = snapshot(['{container:main}', '{container:done}']);

export const daemonCrashWhileIdle: Scenario = {
  id: 'daemon.crash-while-idle',
  title: 'the runtime is killed and started again while the kubelet runs, and nothing healthy is restarted',
  needs: ['daemon-crash'],
  pod: {
    metadata: { name: 'survivor' },
    spec: {
      restartPolicy: 'OnFailure',
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box('tick 50ms beat') },
        { name: 'done', image: 'registry.test/box:1', command: box('print done') },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'beat 3' },
    { do: 'wait-for-container', container: 'done', state: 'exited' },
    ...everything,
    { do: 'stop-daemon', how: 'crash' },
    { do: 'start-daemon' },
    ...everything,
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'call', rpc: 'ExecSync', request: pause },
    { do: 'wait-for-log', container: 'main', line: 'beat 35' },
    { do: 'capture-log', container: 'main' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'restart.container.image-kept',
    'restart.container.keeps-running',
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
