// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import type { RequestOf } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { noObjects, type Secret } from '#pod/cluster-objects.js';
import {
  a,
  b,
  ends,
  look,
  nowhere,
  over,
  pass,
  refuses,
  start,
  type Flow,
} from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const begun = ['RunPodSandbox S0', ...start('a#0'), ...look];

function secret(name: string, username: string): Secret {
  const auths = { auths: { 'r.example': { username, password: 'x' } } };
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify(auths)).toString('base64') };
  return { metadata: { name, namespace: 'd' }, type: 'kubernetes.io/dockerconfigjson', data };
}

const flows: readonly Flow[] = [
  {
    id: 'bad image name',
    spec: { containers: [{ ...a, image: 'Foo/Bar:v1' }] },
    plot: pass(40),
    calls: ['RunPodSandbox S0'],
  },
  {
    id: 'pull fails',
    spec: { containers: [{ ...a, image: 'nosuch:v1' }] },
    given: nowhere('nosuch:v1'),
    plot: pass(35),
    calls: [
      ...['RunPodSandbox S0', 'ImageStatus nosuch:v1', 'PullImage nosuch:v1', 'ImageStatus nosuch:v1'],
      ...['ImageStatus nosuch:v1', 'PullImage nosuch:v1', 'ImageStatus nosuch:v1'],
      ...['ImageStatus nosuch:v1', 'PullImage nosuch:v1'],
    ],
  },
  {
    id: 'pull fails, Always',
    spec: { containers: [{ ...a, image: 'nosuch:v1', imagePullPolicy: 'Always' }] },
    given: nowhere('nosuch:v1'),
    plot: pass(35),
    calls: ['RunPodSandbox S0', 'PullImage nosuch:v1', 'PullImage nosuch:v1', 'PullImage nosuch:v1'],
  },
  {
    id: 'several credentials',
    spec: {
      imagePullSecrets: [{ name: 's1' }, { name: 's2' }],
      containers: [{ ...a, image: 'r.example/app:v1' }],
    },
    kubelet: { objects: { ...noObjects, secrets: [secret('s1', 'one'), secret('s2', 'two')] } },
    given: (runtime) => {
      let refusals = 1;
      runtime.missingImages.add('r.example/app:v1');
      runtime.intercept = (rpc) => {
        if (rpc === 'PullImage' && (refusals -= 1) < 0) runtime.missingImages.clear();
        return undefined;
      };
    },
    calls: [
      ...['RunPodSandbox S0', 'ImageStatus r.example/app:v1'],
      ...['PullImage r.example/app:v1 as one', 'PullImage r.example/app:v1 as two'],
      ...[...start('a#0', 'r.example/app:v1'), ...look],
    ],
  },
  {
    id: 'CreateContainer fails',
    spec: { restartPolicy: 'Never', containers: [a, b] },
    given: refuses('CreateContainer', 1),
    plot: pass(5),
    calls: [
      'RunPodSandbox S0',
      ...['ImageStatus x:1', 'ImageStatus x:1', 'CreateContainer a#0'],
      ...start('b#0'),
      ...start('a#0'),
      ...look,
    ],
  },
  {
    id: 'StartContainer fails and leaves it created: the next one is made at once',
    spec: { restartPolicy: 'Never', containers: [a] },
    given: refuses('StartContainer', 2),
    plot: pass(15),
    calls: ['RunPodSandbox S0', ...start('a#0'), ...start('a#1'), ...start('a#2'), ...look],
  },
  {
    id: 'RunPodSandbox fails and leaves nothing',
    spec: { restartPolicy: 'Never', containers: [a] },
    given: refuses('RunPodSandbox', 1),
    plot: pass(14),
    calls: ['RunPodSandbox S0', ...begun],
    paced: [['RunPodSandbox S0', 'CreateContainer a#0', 10, 16]],
  },
  {
    id: 'RunPodSandbox fails and leaves a sandbox that is not ready',
    spec: { restartPolicy: 'Never', containers: [a] },
    given: (runtime) => {
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
    plot: pass(15),
    calls: ['RunPodSandbox S0', 'StopPodSandbox Sx', 'RunPodSandbox S1', ...start('a#0'), ...look],
    paced: [['RunPodSandbox S0', 'StopPodSandbox Sx', 0.5, 2]],
  },
  {
    id: 'PodSandboxStatus fails after RunPodSandbox',
    spec: { containers: [a] },
    given: refuses('PodSandboxStatus', 1),
    calls: begun,
  },
  {
    id: 'sandbox stopped from outside',
    spec: { initContainers: [{ ...a, name: 'i', command: ends(0) }], containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(5);
      runtime.stopSandbox(transcript.idOf('S0'));
      await wait(5);
    },
    calls: [
      ...['RunPodSandbox S0', ...start('i#0'), ...look, ...start('a#0'), ...look],
      ...['StopPodSandbox S0', 'RemoveContainer i#0', 'RunPodSandbox S1'],
      ...[...start('i#1'), ...look, ...start('a#1'), ...look],
    ],
  },
  {
    id: 'sandbox stopped from outside, containers still run under it',
    spec: { containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(3);
      runtime.killSandbox(transcript.idOf('S0'));
      await wait(3);
    },
    calls: [
      ...begun,
      'StopContainer a#0 30',
      'StopPodSandbox S0',
      'RunPodSandbox S1',
      ...start('a#1'),
      ...look,
    ],
  },
  {
    id: 'sandbox stopped from outside, Never',
    spec: { restartPolicy: 'Never', containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(3);
      runtime.stopSandbox(transcript.idOf('S0'));
      await wait(5);
    },
    calls: [...begun, ...over],
  },
  {
    id: 'sandbox removed from outside',
    spec: { containers: [a] },
    plot: async ({ pass: wait, runtime, node, life }) => {
      await wait(3);
      await node.writeFile(`${node.podLogsDir}/d_p_${life.uid}/a/0.log`, '');
      runtime.sandboxes.clear();
      runtime.boxes.clear();
      await wait(3);
    },
    calls: [...begun, 'RunPodSandbox S0', ...start('a#1'), ...look],
  },
  {
    id: 'sandbox removed from outside, Never',
    spec: { restartPolicy: 'Never', containers: [a] },
    plot: async ({ pass: wait, runtime }) => {
      await wait(3);
      runtime.sandboxes.clear();
      runtime.boxes.clear();
      await wait(5);
    },
    calls: [...begun, ...look],
  },
  {
    id: 'two READY sandboxes',
    spec: { containers: [a] },
    plot: async ({ pass: wait, runtime, transcript }) => {
      await wait(3);
      const { config, status } = runtime.sandboxes.get(transcript.idOf('S0')) ?? { config: {}, status: {} };
      const second = { ...status, id: 'S1', metadata: { ...status.metadata, attempt: 1 } };
      runtime.sandboxes.set('S1', { config, status: second });
      await wait(3);
    },
    calls: [
      ...begun,
      ...['StopContainer a#0 30', 'StopPodSandbox S1', 'StopPodSandbox S0', 'RunPodSandbox S2'],
      ...[...start('a#1'), ...look],
    ],
  },
  {
    id: 'sandbox without an address',
    spec: { containers: [a] },
    given: (runtime) => {
      const addresses = ['', '10.1.2.3'];
      runtime.intercept = (rpc) => {
        if (rpc === 'RunPodSandbox') runtime.address = addresses.shift() ?? '';
        return undefined;
      };
    },
    calls: [
      ...begun,
      ...['StopContainer a#0 30', 'StopPodSandbox S0', 'RunPodSandbox S1', ...start('a#1'), ...look],
    ],
  },
];

describe('a kubelet that meets errors on the way up', () => {
  it.each(flows)('$id', expectFlow);
});
