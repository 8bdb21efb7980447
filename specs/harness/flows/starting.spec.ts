// SPDX-License-Identifier: Apache-2.0
import {
  a,
  b,
  deletePod,
  initContainer,
  notInRegistry,
  notOnNode,
  nothingFor,
  podStops,
  preStop,
  readPod,
  remove,
  sidecar,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

const hooked = (command: string, preStopCommand?: string): Flow['spec']['containers'][number] => ({
  ...a,
  lifecycle: {
    postStart: { exec: { command: [command] } },
    ...(preStopCommand === undefined ? {} : preStop(preStopCommand).lifecycle),
  },
});

const flows: readonly Flow[] = [
  {
    story: 'its image is present, and its container starts',
    spec: { containers: [{ ...a, image: 'busybox:1.36' }] },
    calls: ['RunPodSandbox S0', startContainer('a#0', 'busybox:1.36'), readPod],
    requests: {
      'CreateContainer a#0': {
        config: { metadata: { name: 'a' }, image: { image: 'sha256:busybox:1.36' }, log_path: 'a/0.log' },
        sandbox_config: { metadata: { name: 'p', namespace: 'd' } },
      },
      'ImageStatus busybox:1.36': { image: { annotations: { 'kubernetes.io/config.source': 'api' } } },
    },
  },
  {
    story: 'its image is absent, and is pulled first',
    spec: { containers: [{ ...a, image: 'r.example/app:v1' }] },
    before: notOnNode('r.example/app:v1'),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus r.example/app:v1',
      'PullImage r.example/app:v1',
      startContainer('a#0', 'r.example/app:v1'),
      readPod,
    ],
    requests: { 'CreateContainer a#0': { config: { image: { user_specified_image: 'r.example/app:v1' } } } },
  },
  {
    story: 'its pull policy is Always, and the image is pulled without looking it up',
    spec: { containers: [{ ...a, image: 'app:latest', imagePullPolicy: 'Always' }] },
    calls: ['RunPodSandbox S0', 'PullImage app:latest', startContainer('a#0', 'app:latest'), readPod],
  },
  {
    story: 'its pull policy is Never and the image is absent: nothing is created',
    spec: { containers: [{ ...a, image: 'app:v1', imagePullPolicy: 'Never' }] },
    before: notInRegistry('app:v1'),
    happens: nothingFor(13),
    calls: ['RunPodSandbox S0', 'ImageStatus app:v1', 'ImageStatus app:v1', 'ImageStatus app:v1'],
  },
  {
    story: 'its two containers start one after the other',
    spec: { containers: [a, { ...b, image: 'y:1' }] },
    calls: ['RunPodSandbox S0', startContainer('a#0'), startContainer('b#0', 'y:1'), readPod],
  },
  {
    story: 'its two init containers succeed one after the other, then the container starts',
    spec: {
      initContainers: [initContainer('i1', 0), initContainer('i2', 0)],
      containers: [{ ...a, image: 'y:1' }],
    },
    happens: nothingFor(8),
    calls: [
      'RunPodSandbox S0',
      startContainer('i1#0'),
      readPod,
      startContainer('i2#0'),
      readPod,
      startContainer('a#0', 'y:1'),
      readPod,
    ],
  },
  {
    story: 'its init container fails twice, and is recreated with back-off',
    spec: { restartPolicy: 'OnFailure', initContainers: [initContainer('i', 1)], containers: [a] },
    happens: nothingFor(14),
    calls: [
      'RunPodSandbox S0',
      startContainer('i#0'),
      readPod,
      startContainer('i#1'),
      readPod,
      // Recorded: both the sync and the one that clears away after deaths remove it.
      remove('i#0'),
      remove('i#0'),
      startContainer('i#2'),
      readPod,
    ],
    secondsBetween: [['StartContainer i#1', 'StartContainer i#2', 11, 13]],
  },
  {
    story: 'its init container fails and it never restarts: the pod ends',
    spec: { restartPolicy: 'Never', initContainers: [initContainer('i', 1)], containers: [a] },
    happens: nothingFor(6),
    calls: ['RunPodSandbox S0', startContainer('i#0'), readPod, podStops],
  },
  {
    story: 'its sidecar starts before its container',
    spec: { initContainers: [sidecar('sc')], containers: [a] },
    happens: nothingFor(5),
    calls: ['RunPodSandbox S0', startContainer('sc#0'), readPod, startContainer('a#0'), readPod],
  },
  {
    story: 'its sidecar crashes and restarts, although the pod never does',
    spec: { restartPolicy: 'Never', initContainers: [sidecar('sc')], containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(5);
      runtime.boxes.get(transcript.idOf('sc#0'))?.end(1);
      await wait(3);
    },
    calls: [
      'RunPodSandbox S0',
      startContainer('sc#0'),
      readPod,
      startContainer('a#0'),
      readPod,
      startContainer('sc#1'),
      readPod,
    ],
  },
  {
    story: 'its postStart hook succeeds before the next container starts',
    spec: { containers: [hooked('touch /ok'), b] },
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      'ExecSync a#0 touch /ok',
      startContainer('b#0'),
      readPod,
    ],
  },
  {
    story: 'its postStart hook fails: the container is killed, with its preStop hook, and recreated',
    spec: { containers: [hooked('exit 1', 'sleep 2'), b] },
    happens: nothingFor(6),
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      'ExecSync a#0 exit 1',
      'ExecSync a#0 sleep 2',
      'StopContainer a#0 28',
      startContainer('b#0'),
      startContainer('a#1'),
      'ExecSync a#1 exit 1',
      'ExecSync a#1 sleep 2',
      'StopContainer a#1 28',
      remove('a#0'),
    ],
  },
  {
    story: 'the postStart hook of its only container fails and it never restarts: the pod ends',
    spec: { restartPolicy: 'Never', containers: [hooked('exit 1')] },
    happens: nothingFor(6),
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      'ExecSync a#0 exit 1',
      'StopContainer a#0 30',
      podStops,
    ],
  },
  {
    story: 'its postStart hook calls a port where nothing listens, and fails',
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
    before: (runtime) => {
      runtime.address = '127.0.0.1';
    },
    happens: nothingFor(100),
    calls: ['RunPodSandbox S0', startContainer('a#0'), readPod, 'StopContainer a#0 30', podStops],
  },
  {
    story: 'its postStart hook hangs, and a deletion waits until its container exits',
    spec: { containers: [hooked('while'), b] },
    before: (runtime) => {
      const { behaviour } = runtime;
      runtime.behaviour = (command) =>
        command === 'while' ? { exits: { afterMs: 10_000_000, code: 0 } } : behaviour(command);
    },
    happens: async ({ wait, runtime, transcript, controller, finish }) => {
      await wait(5);
      const gone = controller.delete({ gracePeriodSeconds: 20 });
      await wait(20);
      runtime.boxes.get(transcript.idOf('a#0'))?.end(137);
      await finish(gone);
    },
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      'ExecSync a#0 while',
      'StopContainer a#0 30',
      startContainer('b#0'),
      'StopContainer b#0 20',
      podStops,
    ],
  },
  {
    story: 'its postStart hook sleeps, and a deletion waits for that',
    spec: { containers: [{ ...a, lifecycle: { postStart: { sleep: { seconds: 5 } } } }] },
    happens: deletePod(undefined, 3),
    calls: ['RunPodSandbox S0', startContainer('a#0'), readPod, 'StopContainer a#0 30', podStops],
    secondsBetween: [['StartContainer a#0', 'StopContainer a#0 30', 5, 7.5]],
  },
];

describeFlows('the kubelet, when a pod starts', flows);
