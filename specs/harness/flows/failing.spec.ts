// SPDX-License-Identifier: Apache-2.0
import type { RequestOf } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { noObjects, type Secret } from '#pod/cluster-objects.js';
import {
  a,
  b,
  exits,
  notInRegistry,
  nothingFor,
  podStarts,
  podStops,
  readPod,
  refuses,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

function secret(name: string, username: string): Secret {
  const auths = { auths: { 'r.example': { username, password: 'x' } } };
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify(auths)).toString('base64') };
  return { metadata: { name, namespace: 'd' }, type: 'kubernetes.io/dockerconfigjson', data };
}

const flows: readonly Flow[] = [
  {
    story: 'its image name is invalid, and nothing is pulled',
    spec: { containers: [{ ...a, image: 'Foo/Bar:v1' }] },
    happens: nothingFor(40),
    calls: ['RunPodSandbox S0'],
  },
  {
    story: 'its image cannot be pulled, and the pull is repeated with back-off',
    spec: { containers: [{ ...a, image: 'nosuch:v1' }] },
    before: notInRegistry('nosuch:v1'),
    happens: nothingFor(35),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus nosuch:v1',
      'PullImage nosuch:v1',
      'ImageStatus nosuch:v1',
      'ImageStatus nosuch:v1',
      'PullImage nosuch:v1',
      'ImageStatus nosuch:v1',
      'ImageStatus nosuch:v1',
      'PullImage nosuch:v1',
    ],
  },
  {
    story: 'its image cannot be pulled under policy Always, and is not looked up first',
    spec: { containers: [{ ...a, image: 'nosuch:v1', imagePullPolicy: 'Always' }] },
    before: notInRegistry('nosuch:v1'),
    happens: nothingFor(35),
    calls: ['RunPodSandbox S0', 'PullImage nosuch:v1', 'PullImage nosuch:v1', 'PullImage nosuch:v1'],
  },
  {
    story: 'its first pull secret is refused, and the second one works',
    spec: {
      imagePullSecrets: [{ name: 's1' }, { name: 's2' }],
      containers: [{ ...a, image: 'r.example/app:v1' }],
    },
    kubelet: { objects: { ...noObjects, secrets: [secret('s1', 'one'), secret('s2', 'two')] } },
    before: (runtime) => {
      let refusals = 1;
      runtime.missingImages.add('r.example/app:v1');
      runtime.intercept = (rpc) => {
        if (rpc === 'PullImage' && (refusals -= 1) < 0) runtime.missingImages.clear();
        return undefined;
      };
    },
    calls: [
      'RunPodSandbox S0',
      'ImageStatus r.example/app:v1',
      'PullImage r.example/app:v1 as one',
      'PullImage r.example/app:v1 as two',
      startContainer('a#0', 'r.example/app:v1'),
      readPod,
    ],
  },
  {
    story: 'CreateContainer fails once, and the next sync creates the container',
    spec: { restartPolicy: 'Never', containers: [a, b] },
    before: refuses('CreateContainer', 1),
    happens: nothingFor(5),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus x:1',
      'ImageStatus x:1',
      'CreateContainer a#0',
      startContainer('b#0'),
      startContainer('a#0'),
      readPod,
    ],
  },
  {
    story: 'StartContainer fails twice, and each time the next instance is created at once',
    spec: { restartPolicy: 'Never', containers: [a] },
    before: refuses('StartContainer', 2),
    happens: nothingFor(15),
    calls: ['RunPodSandbox S0', startContainer('a#0'), startContainer('a#1'), startContainer('a#2'), readPod],
  },
  {
    story: 'RunPodSandbox fails, and the kubelet tries again after the back-off',
    spec: { restartPolicy: 'Never', containers: [a] },
    before: refuses('RunPodSandbox', 1),
    happens: nothingFor(14),
    calls: ['RunPodSandbox S0', podStarts],
    secondsBetween: [['RunPodSandbox S0', 'CreateContainer a#0', 10, 16]],
  },
  {
    story: 'RunPodSandbox fails and leaves a sandbox, which is stopped and replaced',
    spec: { restartPolicy: 'Never', containers: [a] },
    before: (runtime) => {
      runtime.intercept = (rpc, request): Outcome | undefined => {
        if (rpc !== 'RunPodSandbox' || runtime.sandboxes.size > 0) return undefined;
        const { config = {} } = request as RequestOf<'RunPodSandbox'>;
        const status = {
          id: 'Sx',
          metadata: config.metadata,
          created_at: '1',
          state: 'SANDBOX_NOTREADY',
        } as const;
        runtime.sandboxes.set('Sx', { config, status });
        return { kind: 'refused', code: 'UNKNOWN', message: 'no network' };
      };
    },
    happens: nothingFor(15),
    calls: ['RunPodSandbox S0', 'StopPodSandbox Sx', 'RunPodSandbox S1', startContainer('a#0'), readPod],
    secondsBetween: [['RunPodSandbox S0', 'StopPodSandbox Sx', 0.5, 2]],
  },
  {
    story: 'its new sandbox cannot be read, and the next sync goes on with it',
    spec: { containers: [a] },
    before: refuses('PodSandboxStatus', 1),
    calls: podStarts,
  },
  {
    story: 'somebody stops its sandbox, and all containers start over in a new one',
    spec: { initContainers: [{ ...a, name: 'i', command: exits(0) }], containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(5);
      runtime.stopSandbox(transcript.idOf('S0'));
      await wait(5);
    },
    calls: [
      'RunPodSandbox S0',
      startContainer('i#0'),
      readPod,
      startContainer('a#0'),
      readPod,
      'StopPodSandbox S0',
      'RemoveContainer i#0',
      'RunPodSandbox S1',
      startContainer('i#1'),
      readPod,
      startContainer('a#1'),
      readPod,
    ],
  },
  {
    story: 'somebody kills its sandbox, and the container that still runs is stopped first',
    spec: { containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(3);
      runtime.killSandbox(transcript.idOf('S0'));
      await wait(3);
    },
    calls: [
      podStarts,
      'StopContainer a#0 30',
      'StopPodSandbox S0',
      'RunPodSandbox S1',
      startContainer('a#1'),
      readPod,
    ],
  },
  {
    story: 'somebody stops its sandbox, and it never restarts',
    spec: { restartPolicy: 'Never', containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(3);
      runtime.stopSandbox(transcript.idOf('S0'));
      await wait(5);
    },
    calls: [podStarts, podStops],
  },
  {
    story: 'somebody removes its sandbox, and it starts again in a new one',
    spec: { containers: [a] },
    happens: async ({ wait, runtime, node, controller }) => {
      await wait(3);
      await node.writeFile(`${node.podLogsDir}/d_p_${controller.uid}/a/0.log`, '');
      runtime.sandboxes.clear();
      runtime.boxes.clear();
      await wait(3);
    },
    calls: [podStarts, 'RunPodSandbox S0', startContainer('a#1'), readPod],
  },
  {
    story: 'somebody removes its sandbox, and it never restarts',
    spec: { restartPolicy: 'Never', containers: [a] },
    happens: async ({ wait, runtime }) => {
      await wait(3);
      runtime.sandboxes.clear();
      runtime.boxes.clear();
      await wait(5);
    },
    calls: [podStarts, readPod],
  },
  {
    story: 'it has two READY sandboxes: both are stopped, and a third replaces them',
    spec: { containers: [a] },
    happens: async ({ wait, runtime, transcript }) => {
      await wait(3);
      const { config, status } = runtime.sandboxes.get(transcript.idOf('S0')) ?? { config: {}, status: {} };
      const second = { ...status, id: 'S1', metadata: { ...status.metadata, attempt: 1 } };
      runtime.sandboxes.set('S1', { config, status: second });
      await wait(3);
    },
    calls: [
      podStarts,
      'StopContainer a#0 30',
      'StopPodSandbox S1',
      'StopPodSandbox S0',
      'RunPodSandbox S2',
      startContainer('a#1'),
      readPod,
    ],
  },
  {
    story: 'its sandbox has no address, and is replaced',
    spec: { containers: [a] },
    before: (runtime) => {
      const addresses = ['', '10.1.2.3'];
      runtime.intercept = (rpc) => {
        if (rpc === 'RunPodSandbox') runtime.address = addresses.shift() ?? '';
        return undefined;
      };
    },
    calls: [
      podStarts,
      'StopContainer a#0 30',
      'StopPodSandbox S0',
      'RunPodSandbox S1',
      startContainer('a#1'),
      readPod,
    ],
  },
];

describeFlows('the kubelet, when a pod runs into errors', flows);
