// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import {
  a,
  absent,
  b,
  begun,
  deleted,
  drop,
  ends,
  forever,
  look,
  nowhere,
  over,
  pass,
  refuses,
  start,
  times,
  type Flow,
} from '../../support/flows/flow.js';
import type { Stage } from '../../support/flows/flow-stage.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const sidecar = (
  name: string,
  more: Partial<Flow['spec']['containers'][number]> = {},
): Flow['spec']['containers'][number] => ({
  name,
  image: 'x:1',
  command: forever,
  restartPolicy: 'Always',
  ...more,
});
const init = (name: string, code = 0): Flow['spec']['containers'][number] => ({
  name,
  image: 'x:1',
  command: ends(code),
});
const preStop = (command: string): Partial<Flow['spec']['containers'][number]> => ({
  lifecycle: { preStop: { exec: { command: [command] } } },
});

const flows: readonly Flow[] = [
  {
    id: 'past its active deadline a pod has failed, and is killed with the grace of its own',
    spec: {
      activeDeadlineSeconds: 20,
      terminationGracePeriodSeconds: 7,
      containers: [{ ...a, ...preStop('sleep 2') }],
    },
    plot: pass(40),
    calls: [...begun, 'ExecSync a#0 sleep 2', 'StopContainer a#0 5', ...over],
    paced: [['RunPodSandbox S0', 'ExecSync a#0 sleep 2', 19, 21]],
  },
  ...(['api', 'file'] as const).map((source) => ({
    id: `the kubelet is restarted before the active deadline of a pod from ${source}`,
    kubelet: { source },
    spec: { activeDeadlineSeconds: 20, containers: [a] },
    plot: async ({ life, pass: wait, done }: Stage): Promise<void> => {
      await wait(10);
      await done(life.restartKubelet());
      await wait(25);
    },
    calls: [...begun, 'StopContainer a#0 30', ...over],
    // The API has kept when it began; otherwise it begins anew.
    paced: [
      ['RunPodSandbox S0', 'StopContainer a#0 30', source === 'api' ? 19 : 29, source === 'api' ? 21 : 31],
    ] as const,
  })),
  {
    id: 'the active deadline passes while an image cannot be had',
    spec: { activeDeadlineSeconds: 5, containers: [{ ...a, image: 'nosuch:v1', imagePullPolicy: 'Never' }] },
    given: (runtime) => {
      runtime.missingImages.add('nosuch:v1');
    },
    plot: pass(30),
    calls: [...['RunPodSandbox S0', ...times(2, 'ImageStatus nosuch:v1')], ...over],
  },
  {
    id: 'a static pod without API server: its RuntimeClass is not looked for',
    kubelet: { source: 'file' },
    spec: { runtimeClassName: 'kata', containers: [a] },
    calls: begun,
  },
  {
    id: 'init containers and sidecars in turn',
    spec: { initContainers: [init('i1'), sidecar('s1'), init('i2'), sidecar('s2')], containers: [a] },
    plot: pass(12),
    calls: [
      'RunPodSandbox S0',
      ...['i1#0', 's1#0', 'i2#0', 's2#0', 'a#0'].flatMap((each) => [...start(each), ...look]),
    ],
  },
  {
    id: 'a sidecar with a startup probe holds the others back until it has started',
    spec: {
      initContainers: [sidecar('s1', { startupProbe: { exec: { command: ['true'] }, periodSeconds: 4 } })],
      containers: [a],
    },
    plot: pass(7),
    calls: ['RunPodSandbox S0', ...start('s1#0'), ...look, 'ExecSync s1#0 true 1', ...start('a#0'), ...look],
    paced: [['RunPodSandbox S0', 'CreateContainer a#0', 4, 5]],
  },
  {
    id: 'a sidecar whose startup probe fails is restarted, although the pod never restarts',
    spec: {
      restartPolicy: 'Never',
      initContainers: [
        sidecar('s1', {
          startupProbe: { exec: { command: ['exit 1'] }, periodSeconds: 2, failureThreshold: 2 },
        }),
      ],
      containers: [a],
    },
    plot: pass(5),
    calls: [
      ...['RunPodSandbox S0', ...start('s1#0'), ...look, ...times(2, 'ExecSync s1#0 exit 1 1')],
      // The next relist of all comes before the one on demand.
      ...['StopContainer s1#0 30', ...start('s1#1')],
    ],
  },
  {
    id: 'preStop hooks of sidecars run at once, their stop waits',
    spec: {
      initContainers: [sidecar('s1', preStop('sleep 1'))],
      containers: [{ ...a, ...preStop('sleep 4') }],
    },
    plot: deleted(10, 5),
    calls: [
      ...['RunPodSandbox S0', ...start('s1#0'), ...look, ...start('a#0'), ...look],
      ...[
        'ExecSync a#0 sleep 4',
        'ExecSync s1#0 sleep 1',
        'StopContainer a#0 6',
        'StopContainer s1#0 6',
        ...over,
      ],
    ],
  },
  {
    id: 'grace 2 and a preStop hook that takes longer',
    spec: { terminationGracePeriodSeconds: 2, containers: [{ ...a, ...preStop('sleep 9') }] },
    plot: deleted(),
    calls: [...begun, 'ExecSync a#0 sleep 9', 'StopContainer a#0 2', ...over],
    paced: [['ExecSync a#0 sleep 9', 'StopContainer a#0 2', 2, 2.5]],
  },
  {
    id: 'a preStop hook that the kubelet does not know does not keep it from stopping',
    spec: { containers: [{ ...a, lifecycle: { preStop: { tcpSocket: { port: 1 } } } }] },
    plot: deleted(),
    calls: [...begun, 'StopContainer a#0 30', ...over],
  },
  {
    id: 'one of two containers ends well, OnFailure',
    spec: { restartPolicy: 'OnFailure', containers: [{ ...a, command: ends(0) }, b] },
    plot: deleted(undefined, 8),
    calls: ['RunPodSandbox S0', ...start('a#0'), ...start('b#0'), ...look, 'StopContainer b#0 30', ...over],
  },
  {
    id: 'a container may be restarted for its exit code, where the pod is not',
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          ...a,
          command: ends(7),
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [7] } }],
        },
      ],
    },
    plot: pass(5),
    calls: [...begun, ...start('a#1'), ...look, ...drop('a#0')],
  },
  {
    id: 'it ends while its postStart hook runs',
    spec: {
      restartPolicy: 'Never',
      containers: [{ ...a, command: ends(3), lifecycle: { postStart: { exec: { command: ['sleep 5'] } } } }],
    },
    plot: pass(20),
    calls: ['RunPodSandbox S0', ...start('a#0'), 'ExecSync a#0 sleep 5', 'StopContainer a#0 30', ...over],
  },
  {
    id: 'what must not run as root is not created',
    spec: { containers: [{ ...a, securityContext: { runAsNonRoot: true } }] },
    plot: pass(0.9),
    calls: ['RunPodSandbox S0', ...times(2, 'ImageStatus x:1')],
  },
  {
    id: 'a readiness probe asks while the pod ends, a liveness probe does not',
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
    plot: deleted(undefined, 3),
    calls: [
      // A sync that sees it running and not ready has its readiness probe ask at once.
      ...[...begun, 'ExecSync a#0 true 1', 'ExecSync a#0 exit 0 1', 'ExecSync a#0 true 1'],
      ...['ExecSync a#0 sleep 5', ...times(2, 'ExecSync a#0 true 1'), 'StopContainer a#0 25', ...over],
    ],
  },
  {
    id: 'deleted while an init container runs',
    spec: { initContainers: [{ ...a, name: 'i' }], containers: [a] },
    plot: deleted(),
    calls: ['RunPodSandbox S0', ...start('i#0'), ...look, 'StopContainer i#0 30', ...over],
  },
  {
    id: 'deleted while its image cannot be pulled',
    spec: { containers: [{ ...a, image: 'nosuch:v1' }] },
    given: nowhere('nosuch:v1'),
    plot: deleted(),
    calls: [
      ...['RunPodSandbox S0', 'ImageStatus nosuch:v1', 'PullImage nosuch:v1', 'ImageStatus nosuch:v1'],
      ...over,
    ],
  },
  {
    id: 'deleted before anything could be made of it',
    spec: { containers: [a] },
    given: refuses('RunPodSandbox'),
    plot: deleted(),
    calls: ['RunPodSandbox S0', ...look],
  },
  {
    id: 'the manifest of a static pod is removed',
    kubelet: { source: 'file' },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ ...a, ...preStop('sleep 9') }] },
    plot: deleted(),
    calls: [...begun, 'ExecSync a#0 sleep 9', 'StopContainer a#0 2', ...over],
    sent: {
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
    id: 'the manifest of a static pod is changed while its image is pulled',
    kubelet: { source: 'file' },
    spec: { containers: [a] },
    given: absent('x:1'),
    slow: { PullImage: 10 },
    plot: async ({ kubelet, life, pass: wait }) => {
      await wait(3);
      kubelet.replace(life, {
        metadata: { name: 'p', namespace: 'd' },
        spec: { restartPolicy: 'Never', containers: [{ ...a, image: 'Foo' }] },
      });
      await wait(20);
    },
    calls: [
      ...['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', ...start('a#0'), ...look],
      ...['StopContainer a#0 30', ...over, 'RunPodSandbox S0', ...drop('a#0')],
    ],
  },
  {
    id: 'job of two init containers, a sidecar and a failing container, OnFailure',
    spec: {
      restartPolicy: 'OnFailure',
      initContainers: [init('i1'), sidecar('s1')],
      containers: [{ ...a, command: ends(1) }],
    },
    plot: deleted(undefined, 9),
    calls: [
      ...['RunPodSandbox S0', ...start('i1#0'), ...look, ...start('s1#0'), ...look],
      ...[...start('a#0'), ...look, ...start('a#1'), ...look, ...drop('a#0')],
      ...['StopContainer s1#0 30', ...over],
    ],
  },
  {
    id: 'a sandbox is lost while init containers run: they begin again',
    spec: { initContainers: [init('i1'), { ...a, name: 'i2' }], containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(4);
      runtime.stopSandbox(transcript.idOf('S0'));
      await wait(5);
    },
    calls: [
      ...['RunPodSandbox S0', ...start('i1#0'), ...look, ...start('i2#0'), ...look],
      ...['StopPodSandbox S0', ...drop('i1#0'), ...drop('i2#0'), 'RunPodSandbox S1'],
      // The first is counted on from what the sync saw; of the second nothing is left, not even its logs.
      ...[...start('i1#1'), ...look, 'ImageStatus x:1', 'ImageStatus x:1'],
      ...['CreateContainer i2#0', "StartContainer i2#0'", ...look],
    ],
  },
  {
    id: 'deleted in a crash loop',
    spec: { containers: [{ ...a, command: ends(1) }] },
    plot: deleted(undefined, 6),
    calls: [...begun, ...start('a#1'), ...look, ...drop('a#0'), ...over],
  },
];

describe('a kubelet in rare combinations', () => {
  it.each(flows)('$id', expectFlow);
});
