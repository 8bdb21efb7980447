// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import type { Container, Resources } from '#pod/pod.js';
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
  over,
  start,
  updates,
  type Flow,
} from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const resources = (cpu: string, limit: string, memory: string): Resources => ({
  requests: { cpu, memory: '64Mi' },
  limits: { cpu: limit, memory },
});
const small = resources('250m', '500m', '128Mi');
const large = resources('500m', '1', '256Mi');
const memoryRestarts = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] as const;

/** After some seconds the API has another first container. */
function changed(to: Partial<Container>): NonNullable<Flow['plot']> {
  return async ({ life, pass }) => {
    await pass(3.5);
    const { metadata, spec } = life.pod;
    life.update({
      metadata,
      spec: { ...spec, containers: spec.containers.map((each) => ({ ...each, ...to })) },
    });
    await pass(3);
  };
}

const flows: readonly Flow[] = [
  {
    id: 'image changed, Never',
    spec: { restartPolicy: 'Never', containers: [a] },
    given: absent('x:2'),
    plot: changed({ image: 'x:2' }),
    calls: [
      ...begun,
      'StopContainer a#0 30',
      'ImageStatus x:2',
      'PullImage x:2',
      ...start('a#1', 'x:2'),
      ...look,
    ],
  },
  {
    id: 'ephemeral container',
    spec: { containers: [a] },
    plot: async ({ life, pass, done }) => {
      await pass(3);
      const dbg = {
        name: 'dbg',
        image: 'y:1',
        command: forever,
        targetContainerName: 'a',
        stdin: true,
        tty: true,
      };
      life.update({ ...life.pod, spec: { ...life.pod.spec, ephemeralContainers: [dbg] } });
      await pass(3);
      await done(life.delete());
    },
    calls: [
      ...[...begun, ...start('dbg#0', 'y:1'), ...look],
      ...['StopContainer dbg#0 30', 'StopContainer a#0 30', ...over],
    ],
    sent: {
      'CreateContainer dbg#0': {
        config: {
          stdin: true,
          tty: true,
          linux: { security_context: { namespace_options: { pid: 'TARGET', target_id: 'container2' } } },
        },
      },
    },
  },
  {
    id: 'deleted while pulling',
    spec: { containers: [a, b] },
    given: absent('x:1'),
    slow: { PullImage: 20 },
    plot: deleted(7),
    calls: [
      ...['RunPodSandbox S0', 'ImageStatus x:1', 'PullImage x:1', ...start('a#0'), ...start('b#0')],
      ...[...look, 'StopContainer b#0 7', 'StopContainer a#0 7', ...over],
    ],
  },
  {
    id: 'deleted while RunPodSandbox runs',
    spec: { containers: [a] },
    slow: { RunPodSandbox: 20 },
    plot: deleted(7),
    calls: [...begun, 'StopContainer a#0 7', ...over],
  },
  {
    id: 'deleted while RunPodSandbox runs, which fails',
    spec: { containers: [a] },
    slow: { RunPodSandbox: 20 },
    given: (runtime) => {
      runtime.intercept = (rpc) =>
        rpc === 'RunPodSandbox' ? { kind: 'refused', code: 'UNKNOWN', message: 'no network' } : undefined;
    },
    plot: deleted(7),
    calls: ['RunPodSandbox S0', ...look, ...look],
  },
  {
    id: 'in-place resize, growing',
    spec: { containers: [{ ...a, resources: small }] },
    given: updates,
    plot: changed({ resources: large }),
    calls: [
      ...begun,
      ...['UpdatePodSandboxResources S0', 'UpdateContainerResources a#0'],
      ...['UpdatePodSandboxResources S0', 'UpdatePodSandboxResources S0', 'UpdateContainerResources a#0'],
      ...look,
    ],
    sent: {
      'UpdateContainerResources a#0': {
        linux: {
          memory_limit_in_bytes: '268435456',
          cpu_quota: '50000',
          cpu_period: '100000',
          cpu_shares: '256',
        },
      },
      'UpdatePodSandboxResources S0': { overhead: {}, resources: { memory_limit_in_bytes: '268435456' } },
    },
  },
  {
    id: 'in-place resize, shrinking',
    spec: { containers: [{ ...a, resources: large }] },
    given: updates,
    plot: changed({ resources: small }),
    calls: [
      ...[...begun, 'ListContainerStats S0'],
      ...['UpdateContainerResources a#0', 'UpdatePodSandboxResources S0', 'UpdateContainerResources a#0'],
      ...['UpdatePodSandboxResources S0', 'UpdatePodSandboxResources S0', ...look],
    ],
  },
  {
    id: 'resize that requires a restart',
    spec: { containers: [{ ...a, resources: small, resizePolicy: memoryRestarts }] },
    given: updates,
    plot: changed({ resources: large }),
    calls: [
      ...[...begun, 'StopContainer a#0 30'],
      ...['UpdatePodSandboxResources S0', 'UpdatePodSandboxResources S0', 'UpdatePodSandboxResources S0'],
      ...[...start('a#1'), ...look],
    ],
  },
  {
    id: 'RestartAllContainers',
    spec: {
      restartPolicy: 'Never',
      initContainers: [{ ...a, name: 'i', command: ends(0) }],
      containers: [
        {
          ...a,
          restartPolicy: 'Never',
          restartPolicyRules: [
            { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } },
          ],
        },
        b,
      ],
    },
    unread: true,
    plot: async ({ pass, runtime, transcript, node, life }) => {
      await pass(5);
      const logs = ['i', 'a', 'b'].map((name) => `${node.podLogsDir}/d_p_${life.uid}/${name}/0.log`);
      for (const log of logs) await node.writeFile(log, '');
      runtime.boxes.get(transcript.idOf('a#0'))?.end(42);
      await pass(6);
    },
    calls: [
      ...['RunPodSandbox S0', ...start('i#0'), ...look, ...start('a#0'), ...start('b#0'), ...look],
      ...['StopContainer b#0 2', ...drop('b#0'), ...drop('i#0'), ...drop('a#0'), ...look],
      ...[...start('i#1'), ...look, ...start('a#1'), ...start('b#1'), ...look],
    ],
  },
];

describe('a kubelet whose running pod is changed', () => {
  it.each(flows)('$id', expectFlow);
});
