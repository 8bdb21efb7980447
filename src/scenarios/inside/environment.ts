// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const image = 'registry.test/box:1';

/** Between two things of unknown length, so that a reader can tell them apart. */
const mark = (what: string): string => `print == ${what}`;

export const insideEnvironment: Scenario = {
  id: 'inside.environment',
  title: 'containers show the arguments, variables, directories, terminal and files that they were given',
  pod: {
    metadata: { name: 'surroundings' },
    spec: {
      volumes: [
        { name: 'work', emptyDir: {} },
        { name: 'inner', emptyDir: {} },
        { name: 'node', hostPath: { path: '{scratch}' } },
      ],
      initContainers: [
        {
          name: 'first',
          image,
          // Without the volumes it writes elsewhere, and goes on.
          command: box(
            'mkdir /out',
            'put /out/mark written first',
            'mkdir /node',
            'put /node/mark on the node',
            'print done',
          ),
          volumeMounts: [
            { name: 'work', mountPath: '/out' },
            { name: 'node', mountPath: '/node' },
          ],
        },
      ],
      containers: [
        {
          name: 'main',
          image,
          command: [
            ...box(
              'show args',
              mark('env'),
              'show env',
              mark('mounts'),
              'show mounts',
              mark('hosts'),
              'show hosts',
              mark('files'),
              'if-file /work/mark cat /work/mark',
              mark('seen'),
              'if-file /seen/mark cat /seen/mark',
              mark('node'),
              'if-file /var/node/mark cat /var/node/mark',
              mark('process'),
              'cat /proc/self/stat',
              mark('rest'),
              'show cwd',
              'show oom',
              'show pid',
              'listen tcp 8080',
              'connect tcp 127.0.0.1 8080 by loopback',
            ),
            // The kubelet puts the address in.
            'connect tcp $(POD_IP) 8080 by address',
            'print ready',
          ],
          args: ['wait'],
          workingDir: '/tmp',
          env: [
            { name: 'PLAIN', value: 'a b=c' },
            { name: 'EMPTY', value: '' },
            { name: 'PATH', value: '/somewhere:/' },
            { name: 'ONLY_MAIN', value: 'secret of main' },
            { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
          ],
          volumeMounts: [
            { name: 'work', mountPath: '/work' },
            { name: 'inner', mountPath: '/work/inner' },
            { name: 'work', mountPath: '/seen', readOnly: true, recursiveReadOnly: 'IfPossible' },
            { name: 'work', mountPath: '/part', subPath: 'part' },
            { name: 'node', mountPath: '/var/node', readOnly: true },
          ],
          resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { memory: '64Mi' } },
        },
        {
          name: 'terminal',
          image,
          command: box(
            'show args',
            mark('env'),
            'show env',
            mark('process'),
            'cat /proc/self/stat',
            mark('mounts'),
            'show mounts',
            mark('rest'),
            'show cwd',
            'show oom',
            'print ready',
            'wait',
          ),
          workingDir: '/home/box/',
          tty: true,
          stdin: true,
          stdinOnce: true,
          env: [{ name: 'PLAIN', value: 'of the other' }],
        },
      ],
    },
  },
  steps: [
    // Its containers have everything that a status can show: events show it, too.
    { do: 'watch-events' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'wait-for-log', container: 'terminal', line: 'ready*' },
    { do: 'capture-log', container: 'terminal' },
    {
      do: 'call',
      rpc: 'ExecSync',
      request: {
        container_id: '{container:main}',
        cmd: box('show cwd', mark('env'), 'show env'),
        timeout: '30',
      },
    },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.environment.arguments',
    'container.environment.oom-score',
    'container.environment.terminal',
    'container.environment.variables',
    'container.environment.working-dir',
    'container.mounts.as-requested',
    'container.mounts.content-shared',
    'container.security.process-namespace',
    'container.status.mounts-as-asked',
    'log.content.true',
    'runtime.status.features-true',
    'sandbox.network.answers-inside',
  ],
};
