// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sidecarsCrash: Scenario = {
  id: 'sidecars.crash',
  title: 'a sidecar crashes and is recreated although the pod never restarts',
  since: '1.29',
  pod: {
    metadata: { name: 'clumsy-escort' },
    spec: {
      restartPolicy: 'Never',
      initContainers: [
        {
          name: 'proxy',
          image: 'registry.test/box:1',
          command: box('print up', 'await /tmp/crash', 'exit 1'),
          restartPolicy: 'Always',
        },
      ],
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-log', container: 'proxy', line: 'up' },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: { container_id: '{container:proxy}', cmd: box('put /tmp/crash yes') },
    },
    { do: 'wait-for-container', container: 'proxy', state: 'running', restarts: 1 },
    { do: 'wait-for-container', container: 'main', state: 'running' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: ['container.status.later-attempt-later', 'container.stop.succeeds'],
};
