// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const sidecarsStartsFirst: Scenario = {
  id: 'sidecars.starts-first',
  title: 'a sidecar is up before the next init container runs and the main container starts',
  since: '1.29',
  pod: {
    metadata: { name: 'escorted' },
    spec: {
      initContainers: [
        {
          name: 'proxy',
          image: 'registry.test/box:1',
          command: box('print listening', 'sleep 300ms', 'put /tmp/up yes', 'wait'),
          restartPolicy: 'Always',
          startupProbe: {
            exec: { command: box('if-file /tmp/up exit 0', 'exit 1') },
            periodSeconds: 1,
            failureThreshold: 30,
          },
        },
        { name: 'prepare', image: 'registry.test/box:1', command: box('print prepared') },
      ],
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'wait-for-container', container: 'proxy', state: 'running' },
    { do: 'wait-for-container', container: 'prepare', state: 'exited' },
    { do: 'delete-pod', gracePeriodSeconds: 5 },
  ],
  exercises: ['container.start.running-or-exited', 'container.stop.succeeds'],
};
