// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const daemonPreexistingLogRotated: Scenario = {
  id: 'daemon.preexisting-log-rotated',
  title: 'the log of a container from before a restart of the daemon is rotated',
  needs: ['daemon-crash'],
  pod: {
    metadata: { name: 'chronicler' },
    spec: {
      volumes: [{ name: 'node', hostPath: { path: '{scratch}' } }],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box(
            'print ready',
            'await /node/go',
            'print beat 1',
            'print beat 2',
            'await /node/on',
            'print beat 3',
            'print beat 4',
            'wait',
          ),
          volumeMounts: [{ name: 'node', mountPath: '/node' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'stop-daemon', how: 'crash' },
    { do: 'call', rpc: 'ListContainers', request: {} },
    { do: 'start-daemon' },
    { do: 'touch', file: 'go' },
    { do: 'wait-for-log', container: 'main', line: 'beat 2' },
    { do: 'rename-log', container: 'main' },
    { do: 'call', rpc: 'ReopenContainerLog', request: { container_id: '{container:main}' } },
    { do: 'touch', file: 'on' },
    { do: 'wait-for-log', container: 'main', line: 'beat 4' },
    { do: 'capture-log', container: 'main' },
    { do: 'capture-log', container: 'main', rotated: true },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'log.line.grammar',
    'log.reopen.new-file',
    'log.reopen.no-loss',
    'restart.preexisting.read',
    'restart.preexisting.reopen-log',
    'restart.starting.not-missing',
    'restart.starting.says-unavailable',
  ],
};
