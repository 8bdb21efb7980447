// SPDX-License-Identifier: Apache-2.0
import {
  a,
  b,
  deletePod,
  exits,
  initContainer,
  notInRegistry,
  notOnNode,
  nothingFor,
  podStarts,
  podStops,
  preStop,
  readPod,
  refuses,
  remove,
  repeat,
  sidecar,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import type { FlowContext } from '../../support/flows/flow-context.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

const flows: readonly Flow[] = [
  {
    story: 'it passes its active deadline, fails, and is killed with its own grace period',
    spec: {
      activeDeadlineSeconds: 20,
      terminationGracePeriodSeconds: 7,
      containers: [{ ...a, ...preStop('sleep 2') }],
    },
    happens: nothingFor(40),
    calls: [podStarts, 'ExecSync a#0 sleep 2', 'StopContainer a#0 5', podStops],
    secondsBetween: [['RunPodSandbox S0', 'ExecSync a#0 sleep 2', 19, 21]],
  },
  ...(['api', 'file'] as const).map((source) => ({
    story: `the kubelet restarts before its active deadline (source: ${source})`,
    kubelet: { source },
    spec: { activeDeadlineSeconds: 20, containers: [a] },
    happens: async ({ controller, wait, finish }: FlowContext): Promise<void> => {
      await wait(10);
      await finish(controller.restartKubelet());
      await wait(25);
    },
    calls: [podStarts, 'StopContainer a#0 30', podStops],
    // The API has kept when it began; otherwise it begins anew.
    secondsBetween: [
      ['RunPodSandbox S0', 'StopContainer a#0 30', source === 'api' ? 19 : 29, source === 'api' ? 21 : 31],
    ] as const,
  })),
  {
    story: 'its active deadline passes while an image is missing, and it is killed',
    spec: { activeDeadlineSeconds: 5, containers: [{ ...a, image: 'nosuch:v1', imagePullPolicy: 'Never' }] },
    before: (runtime) => {
      runtime.missingImages.add('nosuch:v1');
    },
    happens: nothingFor(30),
    calls: ['RunPodSandbox S0', repeat(2, 'ImageStatus nosuch:v1'), podStops],
  },
  {
    story: 'it is a static pod with a RuntimeClass, which the kubelet ignores',
    kubelet: { source: 'file' },
    spec: { runtimeClassName: 'kata', containers: [a] },
    calls: podStarts,
  },
  {
    story: 'its init containers and sidecars start in turn, then the container',
    spec: {
      initContainers: [initContainer('i1'), sidecar('s1'), initContainer('i2'), sidecar('s2')],
      containers: [a],
    },
    happens: nothingFor(12),
    calls: [
      'RunPodSandbox S0',
      ['i1#0', 's1#0', 'i2#0', 's2#0', 'a#0'].flatMap((each) => [startContainer(each), readPod]),
    ],
  },
  {
    story: 'its sidecar has a startup probe, and the others wait until that succeeds',
    spec: {
      initContainers: [sidecar('s1', { startupProbe: { exec: { command: ['true'] }, periodSeconds: 4 } })],
      containers: [a],
    },
    happens: nothingFor(7),
    calls: [
      'RunPodSandbox S0',
      startContainer('s1#0'),
      readPod,
      'ExecSync s1#0 true 1',
      startContainer('a#0'),
      readPod,
    ],
    secondsBetween: [['RunPodSandbox S0', 'CreateContainer a#0', 4, 5]],
  },
  {
    story: 'the startup probe of its sidecar fails, and the sidecar restarts although the pod never does',
    spec: {
      restartPolicy: 'Never',
      initContainers: [
        sidecar('s1', {
          startupProbe: { exec: { command: ['exit 1'] }, periodSeconds: 2, failureThreshold: 2 },
        }),
      ],
      containers: [a],
    },
    happens: nothingFor(5),
    calls: [
      'RunPodSandbox S0',
      startContainer('s1#0'),
      readPod,
      repeat(2, 'ExecSync s1#0 exit 1 1'),
      // The next relist of all comes before the one on demand.
      'StopContainer s1#0 30',
      startContainer('s1#1'),
    ],
  },
  {
    story: 'it is deleted: all preStop hooks start at once, but the sidecar stops last',
    spec: {
      initContainers: [sidecar('s1', preStop('sleep 1'))],
      containers: [{ ...a, ...preStop('sleep 4') }],
    },
    happens: deletePod(10, 5),
    calls: [
      'RunPodSandbox S0',
      startContainer('s1#0'),
      readPod,
      startContainer('a#0'),
      readPod,
      'ExecSync a#0 sleep 4',
      'ExecSync s1#0 sleep 1',
      'StopContainer a#0 6',
      'StopContainer s1#0 6',
      podStops,
    ],
  },
  {
    story: 'its preStop hook takes longer than its grace period of 2 s',
    spec: { terminationGracePeriodSeconds: 2, containers: [{ ...a, ...preStop('sleep 9') }] },
    happens: deletePod(),
    calls: [podStarts, 'ExecSync a#0 sleep 9', 'StopContainer a#0 2', podStops],
    secondsBetween: [['ExecSync a#0 sleep 9', 'StopContainer a#0 2', 2, 2.5]],
  },
  {
    story: 'its preStop hook is a tcpSocket, which the kubelet skips',
    spec: { containers: [{ ...a, lifecycle: { preStop: { tcpSocket: { port: 1 } } } }] },
    happens: deletePod(),
    calls: [podStarts, 'StopContainer a#0 30', podStops],
  },
  {
    story: 'one of its containers succeeds and is not restarted; the other stops on deletion',
    spec: { restartPolicy: 'OnFailure', containers: [{ ...a, command: exits(0) }, b] },
    happens: deletePod(undefined, 8),
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      startContainer('b#0'),
      readPod,
      'StopContainer b#0 30',
      podStops,
    ],
  },
  {
    story: 'its container exits with a code that restarts it, although the pod never does',
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          ...a,
          command: exits(7),
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [7] } }],
        },
      ],
    },
    happens: nothingFor(5),
    calls: [podStarts, startContainer('a#1'), readPod, remove('a#0')],
  },
  {
    story: 'its container exits during the postStart hook, and the pod ends',
    spec: {
      restartPolicy: 'Never',
      containers: [{ ...a, command: exits(3), lifecycle: { postStart: { exec: { command: ['sleep 5'] } } } }],
    },
    happens: nothingFor(20),
    calls: [
      'RunPodSandbox S0',
      startContainer('a#0'),
      'ExecSync a#0 sleep 5',
      'StopContainer a#0 30',
      podStops,
    ],
  },
  {
    story: 'its image runs as root and it must not: the container is never created',
    spec: { containers: [{ ...a, securityContext: { runAsNonRoot: true } }] },
    happens: nothingFor(0.9),
    calls: ['RunPodSandbox S0', repeat(2, 'ImageStatus x:1')],
  },
  {
    story: 'while it terminates, its readiness probe continues and its liveness probe stops',
    spec: {
      containers: [
        {
          ...a,
          ...preStop('sleep 5'),
          readinessProbe: { exec: { command: ['true'] }, periodSeconds: 2 },
          livenessProbe: { exec: { command: ['exit 0'] }, periodSeconds: 2 },
        },
      ],
    },
    happens: deletePod(undefined, 3),
    calls: [
      // A sync that sees it running and not ready has its readiness probe ask at once.
      podStarts,
      'ExecSync a#0 true 1',
      'ExecSync a#0 exit 0 1',
      'ExecSync a#0 true 1',
      'ExecSync a#0 sleep 5',
      repeat(2, 'ExecSync a#0 true 1'),
      'StopContainer a#0 25',
      podStops,
    ],
  },
  {
    story: 'it is deleted while an init container runs, which is stopped',
    spec: { initContainers: [{ ...a, name: 'i' }], containers: [a] },
    happens: deletePod(),
    calls: ['RunPodSandbox S0', startContainer('i#0'), readPod, 'StopContainer i#0 30', podStops],
  },
  {
    story: 'it is deleted while its image cannot be pulled',
    spec: { containers: [{ ...a, image: 'nosuch:v1' }] },
    before: notInRegistry('nosuch:v1'),
    happens: deletePod(),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus nosuch:v1',
      'PullImage nosuch:v1',
      'ImageStatus nosuch:v1',
      podStops,
    ],
  },
  {
    story: 'it is deleted before a sandbox could be created',
    spec: { containers: [a] },
    before: refuses('RunPodSandbox'),
    happens: deletePod(),
    calls: ['RunPodSandbox S0', readPod],
  },
  {
    story: 'its manifest (a static pod) is removed, and it is killed with its grace period',
    kubelet: { source: 'file' },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ ...a, ...preStop('sleep 9') }] },
    happens: deletePod(),
    calls: [podStarts, 'ExecSync a#0 sleep 9', 'StopContainer a#0 2', podStops],
    requests: {
      'CreateContainer a#0': {
        config: {
          annotations: {
            'io.kubernetes.container.preStopHandler': '{"exec":{"command":["sleep 9"]}}',
            'io.kubernetes.pod.terminationGracePeriod': '1',
          },
        },
      },
    },
  },
  {
    story: 'its manifest (a static pod) changes during a pull: the new pod starts when the old one is gone',
    kubelet: { source: 'file' },
    spec: { containers: [a] },
    before: notOnNode('x:1'),
    secondsPerCall: { PullImage: 10 },
    happens: async ({ kubelet, controller, wait }) => {
      await wait(3);
      kubelet.replace(controller, {
        metadata: { name: 'p', namespace: 'd' },
        spec: { restartPolicy: 'Never', containers: [{ ...a, image: 'Foo' }] },
      });
      await wait(20);
    },
    calls: [
      'RunPodSandbox S0',
      'ImageStatus x:1',
      'PullImage x:1',
      startContainer('a#0'),
      readPod,
      'StopContainer a#0 30',
      podStops,
      'RunPodSandbox S0',
      remove('a#0'),
    ],
  },
  {
    story: 'its init container and sidecar start, its container fails and restarts, and it is deleted',
    spec: {
      restartPolicy: 'OnFailure',
      initContainers: [initContainer('i1'), sidecar('s1')],
      containers: [{ ...a, command: exits(1) }],
    },
    happens: deletePod(undefined, 9),
    calls: [
      'RunPodSandbox S0',
      startContainer('i1#0'),
      readPod,
      startContainer('s1#0'),
      readPod,
      startContainer('a#0'),
      readPod,
      startContainer('a#1'),
      readPod,
      remove('a#0'),
      'StopContainer s1#0 30',
      podStops,
    ],
  },
  {
    story: 'it loses its sandbox during initialization, and its init containers start over',
    spec: { initContainers: [initContainer('i1'), { ...a, name: 'i2' }], containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(4);
      runtime.stopSandbox(transcript.idOf('S0'));
      await wait(5);
    },
    calls: [
      'RunPodSandbox S0',
      startContainer('i1#0'),
      readPod,
      startContainer('i2#0'),
      readPod,
      'StopPodSandbox S0',
      remove('i1#0'),
      remove('i2#0'),
      'RunPodSandbox S1',
      // The first is counted on from what the sync saw; of the second nothing is left, not even its logs.
      startContainer('i1#1'),
      readPod,
      'ImageStatus x:1',
      'ImageStatus x:1',
      'CreateContainer i2#0',
      "StartContainer i2#0'",
      readPod,
    ],
  },
  {
    story: 'it is deleted in a crash loop, with nothing left to stop',
    spec: { containers: [{ ...a, command: exits(1) }] },
    happens: deletePod(undefined, 6),
    calls: [podStarts, startContainer('a#1'), readPod, remove('a#0'), podStops],
  },
];

describeFlows('the kubelet, in rare situations', flows);
