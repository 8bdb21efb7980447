// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const daemonLogRenamedWhileDown: Scenario = {
  id: 'daemon.log-renamed-while-down',
  title: 'a log is renamed while the runtime is down, and reopened when it is back',
  needs: ['daemon-stop'],
  pod: {
    metadata: { name: 'rotated-away' },
    spec: {
      volumes: [{ name: 'scratch', hostPath: { path: '{scratch}' } }],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box(
            'print line 1',
            'await {scratch}/go',
            'print line 2',
            'put {scratch}/said yes',
            'await {scratch}/more',
            'print line 3',
            'wait',
          ),
          volumeMounts: [{ name: 'scratch', mountPath: '{scratch}' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'line 1' },
    { do: 'stop-daemon', how: 'stop' },
    { do: 'rename-log', container: 'main' },
    { do: 'touch', file: 'go' },
    { do: 'wait-for-file', file: 'said' },
    { do: 'start-daemon' },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:main}' } },
    { do: 'touch', file: 'more' },
    { do: 'wait-for-log', container: 'main', line: 'line 3' },
    { do: 'capture-log', container: 'main' },
    { do: 'capture-log', container: 'main', rotated: true },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['log.reopen.new-file', 'log.reopen.no-loss'],
};
