// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import {
  a,
  absent,
  b,
  deleted,
  drop,
  ends,
  forever,
  look,
  nowhere,
  over,
  pass,
  start,
  type Flow,
} from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const sidecar = { name: 'sc', image: 'x:1', command: forever, restartPolicy: 'Always' } as const;
const hooked = (command: string, preStop?: string): Flow['spec']['containers'][number] => ({
  ...a,
  lifecycle: {
    postStart: { exec: { command: [command] } },
    ...(preStop !== undefined && { preStop: { exec: { command: [preStop] } } }),
  },
});
const init = (name: string, code: number): Flow['spec']['containers'][number] => ({
  name,
  image: 'x:1',
  command: ends(code),
});

const flows: readonly Flow[] = [
  {
    id: 'one container, image present',
    spec: { containers: [{ ...a, image: 'busybox:1.36' }] },
    calls: ['RunPodSandbox S0', ...start('a#0', 'busybox:1.36'), ...look],
    sent: {
      'CreateContainer a#0': {
        config: { metadata: { name: 'a' }, image: { image: 'sha256:busybox:1.36' }, log_path: 'a/0.log' },
        sandbox_config: { metadata: { name: 'p', namespace: 'd' } },
      },
      'ImageStatus busybox:1.36': { image: { annotations: { 'kubernetes.io/config.source': 'api' } } },
    },
  },
  {
    id: 'image absent, IfNotPresent',
    spec: { containers: [{ ...a, image: 'r.example/app:v1' }] },
    given: absent('r.example/app:v1'),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus r.example/app:v1',
      'PullImage r.example/app:v1',
      ...start('a#0', 'r.example/app:v1'),
      ...look,
    ],
    sent: { 'CreateContainer a#0': { config: { image: { user_specified_image: 'r.example/app:v1' } } } },
  },
  {
    id: 'policy Always',
    spec: { containers: [{ ...a, image: 'app:latest', imagePullPolicy: 'Always' }] },
    calls: ['RunPodSandbox S0', 'PullImage app:latest', ...start('a#0', 'app:latest'), ...look],
  },
  {
    id: 'policy Never, image absent',
    spec: { containers: [{ ...a, image: 'app:v1', imagePullPolicy: 'Never' }] },
    given: nowhere('app:v1'),
    plot: pass(13),
    calls: ['RunPodSandbox S0', 'ImageStatus app:v1', 'ImageStatus app:v1', 'ImageStatus app:v1'],
  },
  {
    id: 'two containers',
    spec: { containers: [a, { ...b, image: 'y:1' }] },
    calls: ['RunPodSandbox S0', ...start('a#0'), ...start('b#0', 'y:1'), ...look],
  },
  {
    id: 'two init containers, both succeed',
    spec: { initContainers: [init('i1', 0), init('i2', 0)], containers: [{ ...a, image: 'y:1' }] },
    plot: pass(8),
    calls: [
      'RunPodSandbox S0',
      ...[...start('i1#0'), ...look],
      ...[...start('i2#0'), ...look],
      ...[...start('a#0', 'y:1'), ...look],
    ],
  },
  {
    id: 'init container fails, OnFailure',
    spec: { restartPolicy: 'OnFailure', initContainers: [init('i', 1)], containers: [a] },
    plot: pass(14),
    calls: [
      'RunPodSandbox S0',
      ...[...start('i#0'), ...look],
      ...[...start('i#1'), ...look],
      // Recorded: both the sync and the one that clears away after deaths remove it.
      ...[...drop('i#0'), ...drop('i#0')],
      ...[...start('i#2'), ...look],
    ],
    paced: [['StartContainer i#1', 'StartContainer i#2', 11, 13]],
  },
  {
    id: 'init container fails, Never',
    spec: { restartPolicy: 'Never', initContainers: [init('i', 1)], containers: [a] },
    plot: pass(6),
    calls: ['RunPodSandbox S0', ...start('i#0'), ...look, ...over],
  },
  {
    id: 'sidecar and main container',
    spec: { initContainers: [sidecar], containers: [a] },
    plot: pass(5),
    calls: ['RunPodSandbox S0', ...start('sc#0'), ...look, ...start('a#0'), ...look],
  },
  {
    id: 'sidecar crashes',
    spec: { restartPolicy: 'Never', initContainers: [sidecar], containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(5);
      runtime.boxes.get(transcript.idOf('sc#0'))?.end(1);
      await wait(3);
    },
    calls: [
      'RunPodSandbox S0',
      ...[...start('sc#0'), ...look],
      ...[...start('a#0'), ...look],
      ...[...start('sc#1'), ...look],
    ],
  },
  {
    id: 'postStart hook succeeds',
    spec: { containers: [hooked('touch /ok'), b] },
    calls: ['RunPodSandbox S0', ...start('a#0'), 'ExecSync a#0 touch /ok', ...start('b#0'), ...look],
  },
  {
    id: 'postStart hook fails',
    spec: { containers: [hooked('exit 1', 'sleep 2'), b] },
    plot: pass(6),
    calls: [
      'RunPodSandbox S0',
      ...start('a#0'),
      ...['ExecSync a#0 exit 1', 'ExecSync a#0 sleep 2', 'StopContainer a#0 28'],
      ...start('b#0'),
      ...start('a#1'),
      ...['ExecSync a#1 exit 1', 'ExecSync a#1 sleep 2', 'StopContainer a#1 28'],
      ...drop('a#0'),
    ],
  },
  {
    id: 'postStart hook fails, Never and alone',
    spec: { restartPolicy: 'Never', containers: [hooked('exit 1')] },
    plot: pass(6),
    calls: ['RunPodSandbox S0', ...start('a#0'), 'ExecSync a#0 exit 1', 'StopContainer a#0 30', ...over],
  },
  {
    id: 'postStart httpGet without host, nobody there',
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          ...a,
          ports: [{ name: 'w', containerPort: 1 }],
          lifecycle: { postStart: { httpGet: { path: '/up', port: 'w' } } },
        },
      ],
    },
    given: (runtime) => {
      runtime.address = '127.0.0.1';
    },
    plot: pass(100),
    calls: ['RunPodSandbox S0', ...start('a#0'), ...look, 'StopContainer a#0 30', ...over],
  },
  {
    id: 'postStart hook hangs',
    spec: { containers: [hooked('while'), b] },
    given: (runtime) => {
      const { behaviour } = runtime;
      runtime.behaviour = (command) =>
        command === 'while' ? { exits: { afterMs: 10_000_000, code: 0 } } : behaviour(command);
    },
    plot: async ({ pass: wait, runtime, transcript, life, done }) => {
      await wait(5);
      const gone = life.delete({ gracePeriodSeconds: 20 });
      await wait(20);
      runtime.boxes.get(transcript.idOf('a#0'))?.end(137);
      await done(gone);
    },
    calls: [
      'RunPodSandbox S0',
      ...start('a#0'),
      ...['ExecSync a#0 while', 'StopContainer a#0 30'],
      ...start('b#0'),
      'StopContainer b#0 20',
      ...over,
    ],
  },
  {
    id: 'postStart sleep',
    spec: { containers: [{ ...a, lifecycle: { postStart: { sleep: { seconds: 5 } } } }] },
    plot: deleted(undefined, 3),
    calls: ['RunPodSandbox S0', ...start('a#0'), ...look, 'StopContainer a#0 30', ...over],
    paced: [['StartContainer a#0', 'StopContainer a#0 30', 5, 7.5]],
  },
];

describe('a kubelet that starts a pod', () => {
  it.each(flows)('$id', expectFlow);
});
